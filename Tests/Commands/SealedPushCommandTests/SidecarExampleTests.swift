// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// What `docs/examples/sidecar` shows, with a relay, a sidecar and phones around it.
@Suite(.serialized) struct SidecarExampleTests {
    @Test func `the README's relay and phones print what it says`() throws {
        let run = try ConsoleSession.run(
            Repository.folder + "README.md",
            in: Repository.folder
        )
        #expect(run.status == 0, "\(run.text)\(run.errors)")
    }

    @Test(arguments: ["send.sh", "send.py", "send.mjs"])
    func `a backend in each language reaches both phones from an empty folder`(
        _ name: String
    ) throws {
        try ConsoleSession.expect(
            page: """
                ```console
                $ docs/examples/sidecar/playground docs/examples/sidecar/\(name)
                ...
                One request
                ..."accepted"..."accepted"...

                What the phones show
                ...
                  | Your order is ready
                ...
                  | Your order is ready
                ...
                ```

                """,
            in: Repository.folder
        )
    }

    @Test func `each example says in a line why it did not send`() throws {
        try ConsoleSession.expect(
            page: #"""
                ```console
                $ send=$PWD/docs/examples/sidecar/send
                $ (cd "$TMPDIR"; echo x > backend.key
                > for end in sh py mjs; do SIDECAR=http://127.0.0.1:1 $send.$end || echo "exit code $?"; done)
                curl: ...
                send.sh: no sidecar answers at http://127.0.0.1:1 (SIDECAR names another)
                exit code 1
                send.py: no sidecar answers at http://127.0.0.1:1 (SIDECAR names another): ...
                exit code 1
                send.mjs: no sidecar answers at http://127.0.0.1:1 (SIDECAR names another): ...
                exit code 1
                $ docs/examples/sidecar/playground bash -c 'echo x > backend.key
                > for end in sh py mjs; do $0.$end || echo "exit code $?"; done; false' $send || true
                ...
                send.sh: 401: {..."detail":"This API key is none of this sidecar: ..."}
                exit code 1
                send.py: 401: {..."detail":"This API key is none of this sidecar: ..."}
                exit code 1
                send.mjs: 401: {..."detail":"This API key is none of this sidecar: ..."}
                exit code 1
                ...
                ```

                """#,
            in: Repository.folder
        )
    }

    @Test func `what the playground says sends a message, and it leaves nothing behind`() throws {
        try ConsoleSession.expect(
            page: """
                ```console
                $ docs/examples/sidecar/playground > "$TMPDIR/said" &
                $ cd "$TMPDIR"
                $ until grep -qs Ctrl-C said && grep -q '^$' <(tail -1 said); do sleep 0.1; done
                $ ls -d tmp.*
                tmp...
                $ send=$(sed -n '/^  curl/,/^$/p' said)
                $ eval "$send"
                {"id":"..."}
                $ until [ "$(grep -c 'Your order is ready$' said)" = 2 ]; do sleep 0.1; done
                $ grep '|' said | sort
                phone | Ann
                phone | Your order is ready
                tablet | Ann
                tablet | Your order is ready
                $ kill %1; wait %1 || echo "exit code $?"
                exit code 143
                $ ls -d tmp.* || echo none
                ls: ...
                none
                $ eval "$send" || echo "exit code $?"
                ...
                exit code 7
                ```

                """,
            in: Repository.folder
        )
    }

    @Test func `if its command fails the playground fails, and leaves nothing behind`() throws {
        try ConsoleSession.expect(
            page: """
                ```console
                $ docs/examples/sidecar/playground false || echo "exit code $?"
                ...
                exit code 1
                $ ls -d "$TMPDIR"/tmp.* || echo none
                ls: ...
                none
                ```

                """,
            in: Repository.folder
        )
    }
}
