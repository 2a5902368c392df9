"""What a server knows about itself."""

import pytest

from charidice.web.config import Config, Judging


def test_a_config_knows_its_names() -> None:
    config = Config(host="0.0.0.0", port=8001, lan_address="192.168.0.5")  # noqa: S104
    assert config.base == "http://127.0.0.1:8001"
    assert config.for_friends == "http://192.168.0.5:8001"
    assert not config.only_here
    assert Config().only_here
    assert Config(host="::", lan_address="fe80::1").for_friends == "http://[fe80::1]:8000"
    assert Config(public_url="https://x.org/").base == "https://x.org"
    assert Config(public_url="https://x.org").secure


def test_workers_share_the_cores_for_judging_games_and_each_has_at_least_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("charidice.web.config.cores", lambda: 8)
    assert [Judging.shared(0, workers).processes for workers in (1, 2, 4, 9)] == [7, 3, 1, 1]
    assert Judging.shared(5, 3).processes == 5
    assert Judging.shared(-1, 1).processes == 7
    assert Judging().processes == 7
    monkeypatch.setattr("charidice.web.config.cores", lambda: 1)
    assert Judging().processes == 1
