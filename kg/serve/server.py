"""Running the application until it is told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kg.errors import UsageError
from kg.graph.store import locate
from kg.serve.limits import Limits

_GRACE: Final = 5
"""Seconds that running requests get at the end."""


def serve(
    path: Path,
    *,
    host: str = "127.0.0.1",
    port: int = 7878,
    limits: Limits | None = None,
    origins: str = "*",
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve the graph at `path` until interrupted; `ready` is called once the address is had.

    Raises `GraphError` where there is no graph, `UsageError` where the extra is missing or the
    address cannot be had.
    """
    try:
        import uvicorn

        from kg.serve.app import create_app
    except ImportError as error:
        raise UsageError("E411", form="kg serve", extra="serve") from error
    locate(path)
    app = create_app(path, limits, origins=origins)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_GRACE,
        server_header=False,
        lifespan="on",
    )

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # Otherwise it would wait for running queries, and in the end cut them off without an answer.
            app.state.pool.close()
            await super().shutdown(sockets)

    server = Server(config)
    try:
        sockets = [config.bind_socket()]
    except SystemExit as error:
        raise UsageError("E803", host=host, port=port) from error
    ready()
    server.run(sockets)
