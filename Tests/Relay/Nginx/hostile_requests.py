# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Requests that servers take, refuse or never finish reading, each with the URL of an endpoint or a
message somewhere in it.

    hostile_requests.py PORT PLAIN_PORT /e/ENDPOINT /m/MESSAGE [slow]

Instead of them it takes /d/DROP, and the path at which a device leaves that drop.

Prints the status of each answer, and `none` where there is none.
"""

import socket
import ssl
import sys
from concurrent.futures import ThreadPoolExecutor

HOST = "relay.example"


def ask(port: int, request: bytes, tls: bool = True, names: bool = True, seconds: int = 3) -> str:
    """Sends a request, waits for the head of an answer, and gives its status."""
    answer = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=seconds) as plain:
            stream = plain
            if tls:
                context = ssl._create_unverified_context()
                stream = context.wrap_socket(plain, server_hostname=HOST if names else None)
            stream.sendall(request)
            while piece := stream.recv(65536):
                answer += piece
                if b"\r\n\r\n" in answer:
                    break
            stream.close()
    except OSError:
        pass
    words = answer.split(b" ", 2)
    return words[1].decode() if words[0].startswith(b"HTTP/") else "none"


def head(line: str, *fields: str, host: str = HOST) -> bytes:
    lines = (line, f"Host: {host}", "Connection: close", *fields, "", "")
    return "\r\n".join(lines).encode("latin-1")


def requests(endpoint: str, message: str) -> list[bytes]:
    """What is sent over TLS."""
    secret = endpoint.rsplit("/", 1)[1]
    post = f"POST {endpoint} HTTP/1.1"
    kind = "Content-Type: application/sealedpush"
    found = [
        head(f"GET {target} HTTP/1.1")
        for target in (
            endpoint, endpoint + "?query=" + secret, endpoint + "/", endpoint + "/prekey",
            "/" + secret, message, message + "?" + secret, "/v1/" + secret, "/v1/devices/" + secret,
            "/v1//e/" + secret, "/v1/.." + endpoint, "/v1/devices/..%2f..%2fe%2f" + secret,
            "/v1/invitations?" + secret, endpoint + "/../../..", endpoint + "%zz", endpoint + "%00",
            endpoint + "\0", endpoint + "\x01", endpoint + "\xe9", endpoint + "#" + secret,
            f"https://{HOST}{endpoint}", f"http://other.example{endpoint}", f"{HOST}:443{endpoint}",
            endpoint.removeprefix("/"), endpoint + "?" + "q" * 20_000, "*" + endpoint,
        )
    ]
    found += [
        head(f"{line}")
        for line in (
            f"get {endpoint} HTTP/1.1", f"G@T {endpoint} HTTP/1.1", f"TRACE {endpoint} HTTP/1.1",
            f"OPTIONS {endpoint} HTTP/1.1", f"CONNECT {endpoint} HTTP/1.1", f"{'A' * 9000} {endpoint} HTTP/1.1",
            f"GET {endpoint} HTTP/9.9", f"GET {endpoint} HTTP/1.1 x", f"GET {endpoint} HTP/1.1",
            f"GET  {endpoint}  HTTP/1.1", f"DELETE {message} HTTP/1.1", f"PUT {endpoint} HTTP/1.0",
            f"PUT {message} HTTP/1.1",
        )
    ]
    found += [
        head(f"GET {endpoint} HTTP/1.1", field)
        for field in (
            f"Referer: https://{HOST}{endpoint}", f"X-Forwarded-For: {secret}", f"{secret}: x",
            f"X-Long: {'x' * 9000}", f" folded: {secret}", "X-Null: \0", "Expect: 100-continue",
            "Range: bytes=0-1,0-2", "Upgrade: h2c", f"Cookie: {secret}", f"Host: {secret}",
            "Content-Length: x", "Transfer-Encoding: gzip", "Transfer-Encoding: chunked",
        )
    ]
    found += [
        head(post, kind, "Content-Length: 5", "TTL: 60") + b"wrong",
        head(post, kind, "Content-Length: 5000", "TTL: 60") + bytes(5000),
        head(post, kind, "Content-Length: 40000", "TTL: 60") + bytes(40000),
        head(post, kind, "Content-Length: 5", "Content-Length: 6") + b"wrong!",
        head(post, kind, "Content-Length: 5", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
        head(post, kind, "Transfer-Encoding: chunked") + b"zz\r\n",
        head(post, kind, "Transfer-Encoding: chunked") + b"5\r\nwrong\r\n0\r\n\r\n",
        head(post, kind, f"Topic: {secret}", "Content-Length: 0"),
        f"GET {endpoint}\r\n\r\n".encode(),
        f"GET {endpoint} HTTP/1.1\r\n\r\n".encode(),
        f"GET {endpoint} HTTP/1.1\r\nHost: {HOST}{endpoint}\r\n\r\n".encode(),
        f"GET {endpoint} HTTP/1.1\nHost: {HOST}\n\n".encode(),
        head(f"GET {endpoint} HTTP/1.1", host=secret.lower() + ".example"),
        head(f"GET {endpoint} HTTP/1.1") * 3,
        f"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n{endpoint}".encode(),
        b"\x16\x03\x01" + endpoint.encode(),
        (endpoint + "\r\n\r\n").encode(),
    ]
    return found


def slow(endpoint: str) -> list[bytes]:
    """Requests without an end, which the server gives up."""
    return [
        f"GET {endpoint} HTTP/1.1\r\nHost: {HOST}\r\n".encode(),
        f"GET {endpoint}".encode(),
    ]


def leave(port: int, request: bytes) -> str:
    """Sends a request and goes before it is answered."""
    with socket.create_connection(("127.0.0.1", port), timeout=12) as connection:
        context = ssl._create_unverified_context()
        context.wrap_socket(connection, server_hostname=HOST).sendall(request)
    return "none"


def main() -> None:
    port, plain, endpoint, message = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
    ordinary = head(f"GET {endpoint} HTTP/1.1")
    half = head(f"POST {endpoint} HTTP/1.1", "Content-Length: 100") + b"x"
    with ThreadPoolExecutor(16) as pool:
        asked = [pool.submit(ask, port, request) for request in requests(endpoint, message)]
        asked += [
            pool.submit(ask, port, ordinary, names=False),
            pool.submit(ask, port, ordinary, tls=False),
            pool.submit(ask, plain, ordinary, tls=False),
            pool.submit(ask, plain, f"GET {endpoint} HTTP/9.9\r\n\r\n".encode(), tls=False),
            pool.submit(leave, port, ordinary),
            pool.submit(leave, port, half),
        ]
        if "slow" in sys.argv[5:]:
            asked += [pool.submit(ask, port, request, seconds=20) for request in slow(endpoint)]
    print(*(answer.result() for answer in asked))


main()
