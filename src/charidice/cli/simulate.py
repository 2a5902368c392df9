"""`charidice simulate`: let bots play each other many times."""

import argparse
import csv
import io
import json
import os
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from charidice.bots import NAMES
from charidice.cli import INTERRUPTED, progress
from charidice.cli.arguments import add_json
from charidice.cli.console import Console
from charidice.cli.files import check_new, written
from charidice.cli.plot import histogram
from charidice.cli.prompt import InputError
from charidice.cli.seats import approximate
from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.locale.formats import number, percent, signed
from charidice.rules import RULEBOOK
from charidice.simulation import Deal, Summary, deals_for, play_deals, summarise


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "--bots",
        required=True,
        metavar=_("LEVELS"),
        help=_("2 to 4 bots, separated by commas: {names}").format(names=", ".join(NAMES)),
    )
    parser.add_argument(
        "--games",
        type=int,
        default=1000,
        metavar=_("NUMBER"),
        help=_("how many games; with the same dice everybody begins once"),
    )
    parser.add_argument(
        "--seed", default="1", metavar=_("TEXT"), help=_("the same seed gives the same dice")
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar=_("NUMBER"),
        help=_("how many processes; the result does not depend on it"),
    )
    output = parser.add_mutually_exclusive_group()
    add_json(output)
    output.add_argument("--csv", action="store_true", help=_("print a table for spreadsheets"))
    parser.add_argument(
        "--plot", type=Path, metavar=_("FILE"), help=_("draw how the totals are spread (SVG)")
    )
    parser.epilog = _("Example:") + " charidice simulate --bots greedy,casual --games 2000"


def run(options: argparse.Namespace, console: Console) -> int:
    """Play, and print the results; after Ctrl-C those of the games played so far."""
    names = [name.strip() for name in options.bots.split(",")]
    least, most = RULEBOOK.least_players, RULEBOOK.most_players
    if not least <= len(names) <= most or options.games < 1 or options.workers < 1:
        raise InputError("input/simulation", {"least": least, "most": most})
    if options.plot:
        check_new(options.plot)
    deals: list[Deal] = []
    interrupted = False
    try:
        with closing(_played(names, options)) as played:
            for deal in played:
                deals.append(deal)  # noqa: PERF402  # what is there counts if this is left early
    except KeyboardInterrupt:
        interrupted = True
    summaries, decided = summarise(names, deals)
    if options.json:
        console.show([_as_json(summaries, decided)])
    elif options.csv:
        console.writer.write(_as_csv(summaries))
    else:
        console.show(_lines(summaries, decided))
        if "perfect" in names and len(names) > 2:
            console.show([approximate()])
    if options.plot and deals:
        totals = [
            (name, [game[number].total for deal in deals for game in deal])
            for number, name in enumerate(names)
        ]
        text = histogram(totals)
        written(options.plot, lambda path: _write(path, text))
    return INTERRUPTED if interrupted else 0


def _played(names: list[str], options: argparse.Namespace) -> Generator[Deal]:
    count = deals_for(options.games, len(names))
    deals = play_deals(names, count, options.seed, min(options.workers, count))
    return progress.shown(_("Games played"), deals, count, each=len(names))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _lines(summaries: list[Summary], decided: float) -> list[str]:
    heads = [_("wins"), _("margin"), _("Dice"), _("Bonus"), _("Received"), _("Given")]
    columns = ("points", "bonus", "received", "given", "charity", "total")
    heads += [_("Charity"), _("Total")]
    least = (17, 17, 8, 8, 8, 8, 8, 8)
    widths = [max(w, len(head) + 2) for head, w in zip(heads, least, strict=True)]
    name_width = max(len(summary.name) for summary in summaries) + 2
    head = "".join(f"{h:>{w}}" for h, w in zip(heads, widths, strict=True))
    lines = [" " * name_width + head]
    for s in summaries:
        wins = f"{percent(s.wins, 2)} ±{_error(s.wins_error, percent)}"
        margin = f"{signed(s.margin, 2)} ±{_error(s.margin_error, number)}"
        means = (number(s.means[column], 1) for column in columns)
        cells = (f"{c:>{w}}" for c, w in zip((wins, margin, *means), widths, strict=True))
        lines.append(f"{s.name:<{name_width}}" + "".join(cells))
    lines.append("")
    games = summaries[0].games
    text = ngettext(
        "{games} game; ± is half the 95% confidence interval. Charity decided {share}.",
        "{games} games; ± is half the 95% confidence interval. Charity decided {share}.",
        games,
    )
    return [*lines, text.format(games=number(games), share=percent(decided, 1))]


def _error(error: float | None, shown: Callable[[float, int], str]) -> str:
    """How far a mean may be off; nobody knows that after a single deal."""
    return "–" if error is None else shown(error, 2)


def _as_json(summaries: list[Summary], decided: float) -> str:
    data = {"bots": [asdict(s) for s in summaries], "decided_by_charity": decided}
    return json.dumps(data, indent=1)


def _as_csv(summaries: list[Summary]) -> str:
    buffer = io.StringIO()
    columns = ("name", "games", "wins", "wins_error", "margin", "margin_error")
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([*columns, *summaries[0].means])
    for s in summaries:
        writer.writerow([*(getattr(s, column) for column in columns), *s.means.values()])
    return buffer.getvalue()
