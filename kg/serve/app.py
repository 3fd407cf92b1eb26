"""The ASGI application: routes, headers, and workers that end with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.serve import pages
from kg.serve.limits import Limits
from kg.serve.pool import Pool
from kg.serve.resources import SPACES, resource
from kg.serve.sparql import endpoint

# Yasgui sets styles on elements; nothing else is allowed inline, and nothing comes from elsewhere.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


class _Headers:
    """Adds the headers that every answer has; the map brings its own policy in the page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *_HEADERS]
                if scope["path"] != "/page":
                    headers.append((b"content-security-policy", _POLICY.encode()))
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


def create_app(path: Path, limits: Limits | None = None, *, origins: str = "*") -> Starlette:
    """Make the application for the graph at `path`; `origins` may read it from their pages (CORS)."""
    limits = limits or Limits()
    pool = Pool(path, limits)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        pool.close()

    app = Starlette(
        routes=[
            Route("/", pages.entrance, name="entrance"),
            Route("/sparql", endpoint, methods=["GET", "POST"], name="sparql"),
            Route("/ask", pages.ask, name="ask"),
            Route("/questions.json", pages.questions),
            Route("/page", pages.interactive),
            Mount("/static", StaticFiles(directory=pages.STATIC)),
            Route("/dataset", resource),
            *(Route(f"/{space}/{{name:path}}", resource) for space in SPACES),
        ],
        middleware=[
            Middleware(_Headers),
            Middleware(
                CORSMiddleware,
                allow_origins=[origins],
                allow_methods=["GET", "POST"],
                allow_headers=["Accept", "Content-Type"],
                expose_headers=["X-SPARQL-MaxRows"],
            ),
        ],
        lifespan=lifespan,
    )
    app.state.pool, app.state.limits, app.state.path = pool, limits, path
    return app
