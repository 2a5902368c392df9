"""What a path says about a request, without what must stay secret."""

import pytest

from charidice.web.edge.paths import kind_of, route_of


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/", "/"),
        ("/about", "/about"),
        ("/t/AbC_dEf-01234567/do", "/t/*/do"),
        ("/t/AbC_dEf-01234567/back/1.SECRETSECRETSECRETSECRET", "/t/*/back/*"),
        ("/api/v1/tables/abcdefghijklmnop/commands", "/api/v1/tables/*/commands"),
        ("/Lena/Ç/%00", "/*/*/*"),
    ],
)
def test_a_route_has_no_names_of_tables_and_no_tokens(path: str, route: str) -> None:
    assert route_of(path) == route


def test_a_route_is_short_whatever_is_asked_for() -> None:
    assert len(route_of("/a" * 5_000)) <= 200


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "page"),
        ("/t/abcdefghijklmnop", "page"),
        ("/t/abcdefghijklmnop/do", "move"),
        ("/t/abcdefghijklmnop/stream", "stream"),
        ("/api/v1/tables/abcdefghijklmnop", "api"),
        ("/api/v1/tables/abcdefghijklmnop/commands", "move"),
        ("/api/v1/tables/abcdefghijklmnop/events", "stream"),
        ("/static/events", "static"),
    ],
)
def test_figures_tell_kinds_of_requests_apart(path: str, kind: str) -> None:
    assert kind_of(path) == kind
