"""What can go wrong when a program talks to a server."""

from typing import Any

import httpx
from pydantic import ValidationError

from charidice.tables.model.api_models import Problem


class ClientError(Exception):
    """Base of everything that this client raises."""


class UnreachableError(ClientError):
    """No answer came, however often the request was sent."""


class StreamError(ClientError):
    """A stream has sent what no server of this version sends."""


class ApiError(ClientError):
    """The server has refused a request: `code` is for programs, `message` for people."""

    def __init__(self, status: int, problem: Problem, retry_after: float | None = None) -> None:
        super().__init__(f"{status} {problem.code}: {problem.message}")
        self.status = status
        self.code = problem.code
        self.message = problem.message
        self.details: dict[str, Any] = problem.details
        self.retry_after = retry_after


def refusal(answer: httpx.Response) -> ApiError:
    """The error that an answer stands for; a proxy's has no code and no details."""
    try:
        problem = Problem.model_validate_json(answer.content, extra="ignore")
    except ValidationError:
        problem = Problem(code="", message=answer.reason_phrase, details={})
    seconds = answer.headers.get("retry-after", "")
    return ApiError(answer.status_code, problem, float(seconds) if seconds.isdecimal() else None)
