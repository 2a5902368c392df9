"""The end of a game: charity bonus, totals, and who has won."""

from dataclasses import dataclass

from charidice.rules.state import Game


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place: the column sums, the charity bonus, and the total."""

    seat: int
    place: int
    points: int
    bonus: int
    received: int
    given: int
    charity: int
    total: int


def charity_bonuses(game: Game) -> tuple[int, ...]:
    """What each seat gets for having given most; all zero until the game is over.

    Players tied for the most each get it in full, also when nobody gave anything.
    """
    if not game.over:
        return (0,) * game.seats
    given = [sheet.given for sheet in game.sheets]
    most = max(given)
    rules = game.rules
    bonus = rules.charity_bonus_high if most > rules.charity_high_above else rules.charity_bonus
    return tuple(bonus if sum_given == most else 0 for sum_given in given)


def totals(game: Game) -> tuple[int, ...]:
    """The total of each seat so far; the charity bonus is in it once the game is over."""
    bonuses = charity_bonuses(game)
    return tuple(sheet.subtotal + bonus for sheet, bonus in zip(game.sheets, bonuses, strict=True))


def standings(game: Game) -> tuple[Standing, ...]:
    """The players from first to last; equal totals share a place, in order of their seats.

    After the end, everybody in place 1 has won. Before it, the charity bonus is not in yet.
    """
    sums, bonuses = totals(game), charity_bonuses(game)
    by_total = sorted(range(game.seats), key=lambda seat: -sums[seat])
    return tuple(
        Standing(
            seat=seat,
            place=1 + sum(other > sums[seat] for other in sums),
            points=game.sheets[seat].points,
            bonus=game.sheets[seat].bonus,
            received=game.sheets[seat].received,
            given=game.sheets[seat].given,
            charity=bonuses[seat],
            total=sums[seat],
        )
        for seat in by_total
    )


def winners(game: Game) -> tuple[int, ...]:
    """The seats that have won; more than one is a shared win, and nobody before the end."""
    return tuple(s.seat for s in standings(game) if s.place == 1) if game.over else ()
