"""The application: pages, API, what stands before them, and what runs beside them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from charidice import __version__
from charidice.tables import Host
from charidice.tables.hosting.ports import Broadcasts
from charidice.web.answers import answer_errors, coded, failed
from charidice.web.api import routes
from charidice.web.api.commands import Commands
from charidice.web.api.openapi import describe
from charidice.web.config import Config
from charidice.web.edge.compression import Compression
from charidice.web.edge.guard import Guard
from charidice.web.edge.languages import Languages
from charidice.web.edge.limits import Limits
from charidice.web.edge.seat_tokens import Signer
from charidice.web.edge.static_files import Assets
from charidice.web.edge.turns import InTurn, Turns
from charidice.web.ops.board import Board, keep_posting
from charidice.web.ops.health import health_routes
from charidice.web.ops.judges import Judges
from charidice.web.ops.metrics import HostCollector, JudgesCollector, Metrics
from charidice.web.ops.pulse import keep_beating
from charidice.web.ops.request_log import RequestLog
from charidice.web.ops.reviews import Reviews
from charidice.web.ops.stalls import Watchdog, report_stall
from charidice.web.pages import PAGES
from charidice.web.services import Services
from charidice.web.sharing import listen, share_company, share_limits
from charidice.web.templating import prepare_templates


def create_app(
    host: Host, key: bytes, config: Config, broadcasts: Broadcasts | None = None
) -> FastAPI:
    """The application on this host; it starts and stops with it.

    Workers tell each other through `broadcasts` which addresses are busy, and who is here.
    """

    limits = Limits(config.rate, key, caps=config.caps)
    board = Board(config.board, config.worker)
    judges, turns = Judges(config.judging), Turns()
    metrics = Metrics(config.worker, HostCollector(host, limits), JudgesCollector(judges))
    watchdog = Watchdog(partial(report_stall, metrics))
    services = Services(
        *(host, Signer(key), config, limits, metrics, board, turns, watchdog),
        *(judges, Reviews(judges)),
    )

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        if broadcasts is not None:
            listen(broadcasts, limits, host)
        await run_in_threadpool(prepare_templates)  # which also loads what threads need
        watchdog.start()
        beside = [
            asyncio.create_task(host.start(config.keep)),  # tables are read while others play
            asyncio.create_task(share_limits(broadcasts, limits)),
            asyncio.create_task(share_company(broadcasts, host)),
            asyncio.create_task(keep_posting(board, metrics)),
        ]
        if config.beat is not None:
            beside.append(asyncio.create_task(keep_beating(config.beat)))
        yield
        for task in beside:
            task.cancel()
        watchdog.stop()
        await judges.close()
        await host.close()

    app = FastAPI(
        title="Charidice",
        version=__version__,
        summary="Tables of Charidice, the dice game about generosity.",
        description=routes.DESCRIPTION,
        lifespan=lifespan,
        openapi_url=None,  # `describe` has a way of its own: it is written and compressed once
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.services = services
    app.include_router(routes.router)
    for router in PAGES:
        app.include_router(router)
    app.include_router(health_routes(host, metrics, board, config.metrics_for))
    app.mount("/static", Assets(), name="static")
    answer_errors(app)
    app.add_middleware(Compression)  # inside of commands, whose answers are small
    app.add_middleware(Commands, refusal=coded)
    app.add_middleware(Languages)
    app.add_middleware(InTurn, turns=turns)
    app.add_middleware(Guard, config=config, limits=limits, turns=turns, fail=failed)
    app.add_middleware(RequestLog, metrics=metrics, trusts_ids=config.behind_proxy)
    describe(app)
    return app
