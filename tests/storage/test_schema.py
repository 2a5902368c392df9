"""What a start has to know about the schema, without loading what changes it."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from alembic.script import ScriptDirectory

from charidice.storage import SQLiteStore
from charidice.storage.schema import known_revisions

OPEN = """
import sys
from pathlib import Path
from charidice.storage import open_log
open_log(Path(sys.argv[1])).close()
print(*{"alembic", "asyncpg"} & sys.modules.keys())
"""


def test_the_known_revisions_are_those_of_the_migrations_in_their_order() -> None:
    scripts = ScriptDirectory(str(files("charidice.storage") / "migrations"))
    assert known_revisions() == [script.revision for script in scripts.walk_revisions()]


def test_a_file_that_is_up_to_date_is_opened_without_what_upgrades_it(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    SQLiteStore(path).close()
    command = [sys.executable, "-c", OPEN, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
