"""What a server knows about itself."""

from charidice.web.config import Config


def test_a_config_knows_its_names() -> None:
    config = Config(host="0.0.0.0", port=8001, lan_address="192.168.0.5")  # noqa: S104
    assert config.base == "http://127.0.0.1:8001"
    assert config.for_friends == "http://192.168.0.5:8001"
    assert not config.only_here
    assert Config().only_here
    assert Config(host="::", lan_address="fe80::1").for_friends == "http://[fe80::1]:8000"
    assert Config(public_url="https://x.org/").base == "https://x.org"
    assert Config(public_url="https://x.org").secure
