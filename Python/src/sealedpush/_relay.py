# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A relay as a sender asks it (docs/openapi.yaml, tag `sender`), by the standard library's client."""

import http.client
import json
import ssl
import time
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ._protocol.text import b64decode, b64encode, is_string
from ._protocol.wire import Bundle, endpoint_ok, read_bundle
from .errors import RelayError, WireError

TIMEOUT = 30.0  # seconds of silence
MAX_ANSWER = 1 << 20  # bytes
TERM = 43_200  # seconds that a signature of the sender's key serves
HOUR = 3600
PROBLEM = "urn:sealedpush:problem:"


@dataclass(frozen=True)
class Answer:
    """What a relay answered."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def retry_after(self) -> int:
        """The seconds that the relay asks to wait; 0 if it does not say."""
        text = self.headers.get("Retry-After", "")
        return int(text) if text.isdigit() and len(text) < 6 else 0

    def members(self) -> dict[str, Any]:
        """The members of a JSON object; none of anything else."""
        try:
            found = json.loads(self.body)
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def bytes_of(self, name: str) -> bytes | None:
        """A member in base64url."""
        text = self.members().get(name)
        return b64decode(text) if is_string(text) else None

    def error(self) -> RelayError:
        """The problem of an answer that serves nothing."""
        kind = self.members().get("type")
        name = kind.removeprefix(PROBLEM) if is_string(kind) else "refused"
        if name == "refused" and self.status >= 500:
            name = "unavailable"
        return RelayError(name, status=self.status, retry_after=self.retry_after)

    def clock_is_off(self) -> bool:
        """True if the relay's `Date` is more than an hour from this machine's clock."""
        try:
            date = parsedate_to_datetime(self.headers.get("Date", ""))
        except ValueError:
            return False
        return abs(date.timestamp() - time.time()) > HOUR


@dataclass(frozen=True)
class Offer:
    """A device's bundle, and its retirement if it was handed in."""

    bundle: Bundle
    retirement: bytes | None


@cache
def _tls() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def origin_of(url: str) -> str:
    """Scheme, host and port of a URL."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def ask(method: str, url: str, headers: dict[str, str] | None = None, body: bytes | None = None,
        timeout: float = TIMEOUT) -> Answer:
    """One request. No redirect is followed.

    Raises:
        RelayError: `unreachable`, or `malformedAnswer` if the answer is too large or no HTTP.
    """
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port
    connection = (
        http.client.HTTPSConnection(host, port, timeout=timeout, context=_tls())
        if parts.scheme == "https" else http.client.HTTPConnection(host, port, timeout=timeout))
    try:
        given = {"User-Agent": "sealedpush-py", "Accept-Encoding": "identity"} | (headers or {})
        connection.request(method, parts.path, body, given)
        answer = connection.getresponse()
        data = answer.read(MAX_ANSWER + 1)
        if len(data) > MAX_ANSWER:
            raise RelayError("malformedAnswer")
        return Answer(answer.status, answer.headers, data)
    except http.client.HTTPException as error:
        gone = isinstance(error, (http.client.RemoteDisconnected, http.client.IncompleteRead))
        raise RelayError("unreachable" if gone else "malformedAnswer") from None
    except OSError:
        raise RelayError("unreachable") from None
    finally:
        connection.close()


def signature(scalar: bytes, url: str) -> dict[str, str]:
    """The header by which a sender's key signs a request (RFC 8292)."""
    private = ec.derive_private_key(int.from_bytes(scalar), ec.SECP256R1())
    claims = {"aud": origin_of(url), "exp": int(time.time()) + TERM}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = b".".join(urlsafe_b64encode(json.dumps(p).encode()).rstrip(b"=") for p in parts)
    r, s = decode_dss_signature(private.sign(signed, ec.ECDSA(hashes.SHA256())))
    token = signed.decode() + "." + b64encode(r.to_bytes(32) + s.to_bytes(32))
    return {"Authorization": f"vapid t={token}, k={public_point(scalar)}"}


def public_point(scalar: bytes) -> str:
    """The public key of a scalar, as an uncompressed point in base64url."""
    private = ec.derive_private_key(int.from_bytes(scalar), ec.SECP256R1())
    return b64encode(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def new_key() -> bytes:
    """The scalar of a new key of P-256."""
    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32)


class Endpoint:
    """One endpoint of a device at a relay. Its URL is a secret."""

    def __init__(self, url: str, key: bytes | None) -> None:
        if not endpoint_ok(url.encode(errors="replace")):
            raise RelayError("notAnEndpoint")
        self._url, self._key = url, key

    def __repr__(self) -> str:
        return "Endpoint(...)"

    def ask(self, method: str, end: str = "", headers: dict[str, str] | None = None, body: bytes | None = None,
            timeout: float = TIMEOUT) -> Answer:
        """One request, which the sender's key signs."""
        signed = signature(self._key, self._url) if self._key else {}
        return ask(method, self._url + end, signed | (headers or {}), body, timeout)

    def offer(self, *, claim: bool, timeout: float = TIMEOUT) -> Offer:
        """The device's bundle; with `claim` it has a one-time prekey if one is left.

        Raises:
            RelayError: The relay does not answer, or refuses.
            WireError: The bundle is none.
        """
        answer = self.ask("POST", "/prekey", timeout=timeout) if claim else self.ask("GET", timeout=timeout)
        if answer.status != 200:
            raise Refused(answer)
        return read_offer(answer)

    def post(self, envelope: bytes, ttl: int, topic: str | None, timeout: float = TIMEOUT) -> Answer:
        """Posts an envelope: the same bytes within a day are the same message."""
        headers = {"Content-Type": "application/sealedpush", "TTL": str(ttl)}
        return self.ask("POST", "", headers | ({"Topic": topic} if topic else {}), envelope, timeout)


class Refused(RelayError):
    """A refusal with the answer that has it."""

    classes = RelayError.classes

    def __init__(self, answer: Answer) -> None:
        error = answer.error()
        super().__init__(error.name, status=error.status, retry_after=error.retry_after)
        self.answer = answer


def read_offer(answer: Answer) -> Offer:
    """The bundle and the retirement of an answer."""
    data = answer.bytes_of("bundle")
    if data is None:
        raise WireError("malformed")
    return Offer(read_bundle(data), answer.bytes_of("retirement"))
