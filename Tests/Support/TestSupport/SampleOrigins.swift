// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Texts that are an origin (V-21) and texts that are none, for every place that takes one.
public enum SampleOrigins {
    /// Origins; a setting takes each with a slash at its end, too.
    public static let taken = [
        "https://relay.example", "https://relay.example:8443", "https://relay.example:80",
        "https://relay.example:1", "https://relay.example:65535", "https://a", "https://a-b.c.1",
        "https://xn--bcher-kva.example", "https://192.0.2.1", "https://[2001:db8::1]",
        "https://[2001:db8::1]:8443", "https://[::ffff:192.0.2.1]", "http://127.0.0.1",
        "http://127.0.0.1:8080", "http://[::1]", "http://[::1]:8080", "http://localhost:443",
    ]

    /// No origins, with or without a slash at their end.
    public static let refused = [
        "", "relay.example", "https:", "https:/", "https://", "https://:", "https://:443",
        "https://:8443", "https:///", "https://relay.example/push", "https://relay.example//",
        "https://relay.example?x", "https://relay.example#x", "https://user@relay.example",
        "https://user:word@relay.example", "https://@relay.example", "https://Relay.example",
        "HTTPS://relay.example", "ftp://relay.example", "wss://relay.example",
        "https://relay.example:", "https://relay.example:0", "https://relay.example:443",
        "https://relay.example:0443", "https://relay.example:08443", "https://relay.example:+8443",
        "https://relay.example:-1", "https://relay.example:65536", "https://relay.example:73979",
        "https://relay.example:99999", "https://relay.example:8443x",
        "https://relay.example:8443:1",
        "https://relay.example:18446744073709551617", "https://relay_1.example",
        "https://relay example", " https://relay.example", "https://relay.example ",
        "https://relay.example\n", "https://relay.example\\@other.example",
        "https://rel%61y.example",
        "https://relay.exämple", "https://relay.example\u{0}", "https://[::1", "https://[]",
        "https://[]:1", "https://[::1]x", "https://[::1]:", "https://[::1]:443", "https://[::1%1]",
        "https://[2001:DB8::1]", "https://[relay]", "https://::1", "https://[::1]]",
        "https://[[::1]]",
        "http://relay.example", "http://192.0.2.1", "http://127.0.0.2", "http://127.1",
        "http://127.0.0.1:80", "http://127.0.0.1:080", "http://127.0.0.1.example",
        "http://localhost:80", "http://localhost.", "http://localhost.example", "http://LOCALHOST",
        "http://user@localhost", "http://[::]", "http://[0:0:0:0:0:0:0:1]", "http://::1",
        "http://[::1]:80",
    ]
}
