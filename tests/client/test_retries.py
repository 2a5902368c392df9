"""What is tried again, and after how long."""

import pytest

from charidice.client import ApiError, ClientError, Retries, StreamError, UnreachableError
from charidice.tables.model.api_models import Problem


def refused(status: int, retry_after: float | None = None) -> ApiError:
    return ApiError(status, Problem(code="", message="", details={}), retry_after)


@pytest.mark.parametrize("failure", [UnreachableError(), refused(500), refused(503), refused(429)])
def test_what_may_pass_is_tried_again(failure: ClientError) -> None:
    assert Retries().pause(failure, 1) is not None


@pytest.mark.parametrize(
    "failure", [StreamError(), *map(refused, (400, 401, 403, 404, 409, 410, 413, 421, 422))]
)
def test_what_would_be_the_same_again_is_not_tried_again(failure: ClientError) -> None:
    assert Retries().pause(failure, 1) is None


def test_each_pause_is_twice_the_last_one_up_to_the_longest() -> None:
    retries = Retries(tries=6, first_pause=0.5, longest_pause=3.0)
    pauses = [retries.pause(UnreachableError(), failed) for failed in range(1, 7)]
    assert pauses == [0.5, 1.0, 2.0, 3.0, 3.0, None]


def test_the_server_says_how_long_to_wait_unless_it_is_very_long() -> None:
    assert Retries(longest_pause=5.0).pause(refused(429, 20.0), 1) == 20.0
    assert Retries().pause(refused(503, 0.0), 1) == 0.0
    assert Retries(longest_wait=60.0).pause(refused(429, 3600.0), 1) is None


def held(**details: object) -> ApiError:
    return ApiError(409, Problem(code="table/held", message="", details=details))


def test_a_choice_that_is_held_is_sent_again_when_its_moment_is_over() -> None:
    assert Retries().pause(held(seconds=2.4), 1) == 2.4
    assert Retries(longest_wait=1.0).pause(held(seconds=2.4), 1) is None
    assert Retries(first_pause=0.5).pause(held(), 1) == 0.5  # as after any other failure
    assert Retries(tries=1).pause(held(seconds=2.4), 1) is None


def test_somebody_may_try_for_ever() -> None:
    assert Retries(tries=10**9, longest_pause=0.2).pause(UnreachableError(), 10**6) == 0.2
