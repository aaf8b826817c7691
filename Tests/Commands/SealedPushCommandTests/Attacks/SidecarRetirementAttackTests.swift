// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// What a hostile relay can do to the devices of a sidecar with retirements.
@Suite(.serialized) struct SidecarRetirementAttackTests {
    /// The hostile relay stands between the sidecar and the honest one.
    ///
    /// It puts the text of the file `word` beside each bundle. `data` prints a device's retirement
    /// in base64url, `forge` another signature of the tablet's, and `kept` how many retirements
    /// the sidecar has.
    @Test(.rules("V-27 V-28 V-30 V-33 C-92"))
    func `a relay silences a device only by its own retirement, and leaves no other`() throws {
        try PlaygroundAttack.play(
            #"""
            cat > hostile.py <<'PY'
            import http.server, sys, urllib.request
            real = sys.argv[1]
            class Relay(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                    headers = {k: v for k, v in self.headers.items() if k.lower() != "host"}
                    asked = urllib.request.Request(real + self.path, body, headers, method="POST")
                    with urllib.request.urlopen(asked) as answer:
                        status, text = answer.status, answer.read().replace(real.encode(), me.encode())
                    if self.path.endswith("/prekey"):
                        word = open("word").read().strip()
                        text = b'{"retirement":"%s",' % word.encode() + text[1:]
                    self.send_response(status)
                    self.send_header("Content-Length", str(len(text)))
                    self.end_headers()
                    self.wfile.write(text)
                def log_message(self, *_):
                    pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Relay)
            me = "http://127.0.0.1:%d" % server.server_port
            print(me, flush=True)
            server.serve_forever()
            PY
            member() { sed "s/.*\"$2\":\"\([^\"]*\)\".*/\1/" "$1"; }
            data() { sealedpush device retire --store "$1" | sed 's/.*-1:\(.*\)\..*/\1/'; }
            forge() {
              python3 -c 'import base64, sys
            data = bytearray(base64.urlsafe_b64decode(sys.argv[1] + "=="))
            data[-1] ^= 1
            print(base64.urlsafe_b64encode(data).rstrip(b"=").decode())' "$(data tablet)"
            }
            kept() {
              python3 -c 'import sqlite3
            print(*sqlite3.connect("sidecar/sidecar.sqlite").execute("SELECT count(*) FROM retirement").fetchone())'
            }
            relay=$(member tablet.relay relay)
            python3 hostile.py "$relay" > hostile.url &
            soon test -s hostile.url
            hostile=$(cat hostile.url)
            sed "s|$relay|$hostile|" tablet.relay > hostile.relay
            mallory=$(sealedpush device endpoint --store tablet --registration hostile.relay --unbound \
              --sender "$server" --recipient mallory)
            restart --allow-origin "$hostile"
            put mallory "\"$mallory\""
            data phone > word && tell
            forge > word && tell
            kept
            data tablet > word && tell
            echo > word && tell
            kept
            sealedpush device retire --store phone --relay "$relay" \
              --registered "$(member phone.relay device)" > /dev/null
            tell
            kept
            sealedpush device retire --store phone --relay "$relay" \
              --registered "$(member tablet.relay device)" > /dev/null || echo "exit code $?"
            """#,
            """
            204
            \(Self.both)
            \(Self.both)
            0
            [{"mallory":"device-gone"},{"user-7":"accepted"}]}
            [{"mallory":"device-gone"},{"user-7":"accepted"}]}
            1
            sealedpush: note: the relay has it, and tells the device's senders
            [{"mallory":"device-gone"},{"user-7":"device-gone"}]}
            2
            sealedpush: error: the relay answers 400 wrong-body
            sealedpush: hint: ...
            exit code ...
            """
        )
    }

    private static let both = #"[{"mallory":"accepted"},{"user-7":"accepted"}]}"#
}
