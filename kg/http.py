"""Requests to other people's servers: credentials from the environment, and no detours."""

from __future__ import annotations

import base64
import os
from http.client import HTTPResponse
from typing import Final
from urllib.error import HTTPError
from urllib.request import (
    HTTPDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    HTTPRedirectHandler,
    Request,
    build_opener,
    parse_http_list,
    parse_keqv_list,
)

from kg import __version__

_EXCERPT: Final = 500


class _Stay(HTTPRedirectHandler):
    """Follows no redirect: credentials and data go where they were told to."""

    def redirect_request(self, *_: object) -> None:
        return None


class Client:
    """Sends requests with the credentials that the environment holds for them.

    `credentials` begins the names of the variables: a bearer token (`…_TOKEN`), or a name and a
    password (`…_USER`, `…_PASSWORD`) for basic or, where the server wants that, digest
    authentication (RFC 7617 and 7616).
    """

    def __init__(self, credentials: str) -> None:
        self._token, self._user, self._password = (
            os.environ.get(f"{credentials}_{name}", "") for name in ("TOKEN", "USER", "PASSWORD")
        )
        self._known = HTTPPasswordMgrWithDefaultRealm()
        self._digest = HTTPDigestAuthHandler(self._known)
        self._challenge: dict[str, str] = {}
        self._opener = build_opener(_Stay)

    def send(
        self, url: str, *, body: bytes, method: str, headers: dict[str, str], timeout: float
    ) -> HTTPResponse:
        """Return the answer, which the caller closes; `timeout` in seconds holds for one read.

        Raises `HTTPError` for any status but success, `OSError` where nobody answers.
        """
        headers = {"User-Agent": f"kg/{__version__}", **headers}
        request = Request(url, data=body, method=method, headers=headers)
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
            return self._open(request, timeout)
        if not self._user:
            return self._open(request, timeout)
        self._known.add_password(None, url, self._user, self._password)
        try:
            self._identify(request)
            return self._open(request, timeout)
        except HTTPError as error:
            if error.code != 401:
                raise
            if not self._heard(error):
                # Some say which way they want only to whoever comes without any.
                request.remove_header("Authorization")
                try:
                    return self._open(request, timeout)
                except HTTPError as answer:
                    if not self._heard(answer):
                        raise
            self._identify(request)
            return self._open(request, timeout)

    def _open(self, request: Request, timeout: float) -> HTTPResponse:
        response: HTTPResponse = self._opener.open(request, timeout=timeout)
        return response

    def _heard(self, error: HTTPError) -> bool:
        """Keep a digest challenge; says whether there was one."""
        scheme, _, fields = error.headers.get("WWW-Authenticate", "").partition(" ")
        if error.code != 401 or scheme.lower() != "digest":
            return False
        self._challenge = parse_keqv_list([one for one in parse_http_list(fields) if one])
        return True

    def _identify(self, request: Request) -> None:
        answer = None
        if self._challenge:
            answer = self._digest.get_authorization(request, self._challenge)
        pair = base64.b64encode(f"{self._user}:{self._password}".encode()).decode()
        request.add_header("Authorization", f"Digest {answer}" if answer else f"Basic {pair}")


def explain(error: HTTPError) -> str:
    """Say in one line what a server answered in place of success, and close its answer."""
    with error:
        said = error.read(_EXCERPT).decode("utf-8", "replace")
    where = error.headers.get("Location", "")
    parts = (f"{error.code} {error.reason}", f"it is at {where} now" if where else said)
    return " ".join(": ".join(part for part in parts if part).split())
