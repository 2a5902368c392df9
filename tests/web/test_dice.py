"""Nobody knows a roll before it is rolled."""

from tests.web.support import (
    Local,
    events_until,
    two_at_a_table,
)


def test_nobody_knows_a_roll_before_it_is_rolled(here: Local) -> None:
    """What a client gets before a roll does not depend on the roll: no seed, no numbers."""
    with here.visitor() as web:
        lena, marko = two_at_a_table(web)
        state = lena.state()
        assert state["game"]["dice"] == []
        told = [m.data for m in events_until(web, lena.table, state["version"])]
        assert [event["kind"] for event in told] == ["created", "sat", "sat", "begun"]
        record = web.get(f"{lena.path}/record").json()
        assert (record["source"], record["actions"]) == ({"kind": "server"}, [])
        for text in (str(state), str(told), web.get(f"/t/{lena.table}").text):
            assert "seed" not in text.lower()
            assert "rolled" not in text
        lena.play("roll")
        marko.play("pass")
        before = lena.state()
        lena.play("keep 0 1 2")
        after = lena.state()["game"]["dice"]
        assert after[:3] == before["game"]["dice"][:3]
        actions = [
            action
            for m in events_until(web, lena.table, before["version"])
            if m.data["kind"] == "acted"
            for action in m.data["actions"]
        ]
        assert [action.split()[0] for action in actions] == ["rolled", "pass"]


def test_taking_back_does_not_show_what_comes_next(here: Local) -> None:
    """The same position gives other dice each time, so nothing can be tried out."""
    with here.visitor() as web:
        seen = set()
        for _ in range(12):
            lena, _marko = two_at_a_table(web)
            lena.play("roll")
            seen.add(tuple(lena.state()["game"]["dice"]))
    assert len(seen) > 8
