// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// An attack beside the playground: a relay, a sidecar, Bob's phone and Mallory's tablet.
enum PlaygroundAttack {
    /// What every attack begins with.
    ///
    /// `put` prints the status, and of a refusal what is wrong; `tell` sends both a text, and
    /// prints the results; `count` prints how many pushes the phone and the tablet have got, once
    /// they have so many: the first one is the relay's code. `sign` has a device sign an endpoint, `restart`
    /// starts the sidecar again with further options, and `soon` waits for a command, half a minute
    /// at most.
    private static let tools = #"""
        $ cat > "$TMPDIR/attack" <<'END'
        > trap 'kill $(jobs -p) 2>&-' EXIT
        > soon() {
        >   for _ in {1..300}; do if "$@"; then return; else sleep 0.1; fi; done
        >   echo "not within half a minute: $*"
        >   exit 1
        > }
        > ask() {
        >   curl -s -H "Authorization: Bearer $(cat backend.key)" -H 'Content-Type: application/json' "$@"
        > }
        > put() {
        >   ask -X PUT -w '%{http_code}\n' "$SIDECAR/v1/recipients/$1" -d "{\"subscriptions\":[$2]}" |
        >     sed 's/.*"type":"\([^"]*\)".*"detail":"\(.*\)"}/\1: \2 /'
        > }
        > tell() {
        >   id=$(ask "$SIDECAR/v1/messages" -d '{"to":["mallory","user-7"],
        >     "payload":{"aps":{"alert":{"body":"Your order is ready"}}}}' | sed 's/.*:"\(.*\)".*/\1/')
        >   sent() { results=$(ask "$SIDECAR/v1/messages/$id") && ! grep -q waiting <<<"$results"; }
        >   soon sent
        >   sed 's/.*"results"://; s/"recipient"://g; s/,"result"//g' <<<"$results"
        > }
        > count() {
        >   for phone in "a1a1a1a1 $1" "b2b2b2b2 $2"; do
        >     pushes() { grep -c "\"token\":\"${phone% *}\"" apns.jsonl; }
        >     pushed() { [ "$(pushes)" -ge "${phone#* }" ]; }
        >     soon pushed
        >     sleep 1
        >     pushes
        >   done
        > }
        > restart() {
        >   read -r sidecar _ line < <(ps -Aww -o pid=,ppid=,args= |
        >     awk -v parent="$PPID" '$2 == parent && /seal-service run/')
        >   kill "$sidecar"
        >   ended() { ! kill -0 "$sidecar" 2> notes; }
        >   soon ended
        >   $line "$@" > sidecar.again 2>> sidecar.log &
        >   soon test -s sidecar.again
        > }
        > sign() {
        >   sealedpush device endpoint --store "$1" --registration "$1.relay" --unbound \
        >     --sender "$2" --recipient "$3"
        > }
        > server=$(cat server.identity) bob=$(cat phone.subscription)
        > mallory=$(sign tablet "$server" mallory)
        > put user-7 "\"$bob\"" && put mallory "\"$mallory\""
        > . "$TMPDIR/case"
        > END

        """#

    /// Runs the lines of an attack beside the playground, and compares what is printed before both
    /// phones show the first text.
    static func play(_ attack: String, _ printed: String) throws {
        let lines = attack.split(separator: "\n", omittingEmptySubsequences: false)
        try ConsoleSession.expect(
            page: "```console\n" + Self.tools + "$ cat > \"$TMPDIR/case\" <<'END'\n"
                + lines.map { "> \($0)\n" }.joined() + """
                    > END
                    $ docs/examples/sidecar/playground bash "$TMPDIR/attack"
                    ...
                    One request
                    204
                    204
                    \(printed)

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
}
