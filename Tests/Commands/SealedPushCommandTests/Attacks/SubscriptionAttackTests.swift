// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Mallory, a user of a backend, gives it subscriptions that would take Bob's pushes from him.
///
/// The backend knows each user by a login, and hands on what the user's app gives it. Bob has the
/// playground's phone, Mallory its tablet.
@Suite(.serialized) struct SubscriptionAttackTests {
    private func play(_ attack: String, _ printed: String) throws {
        try PlaygroundAttack.play(attack, printed)
    }

    private static let refused = "urn:sealedpush:problem:wrong-subscriptions: subscriptions[1]"
    private static let both = #"[{"mallory":"accepted"},{"user-7":"accepted"}]}"#

    @Test(.rules("S-20 C-41")) func `a device is not named by its identity alone`() throws {
        try play(
            #"""
            identity=$(sed 's/.*"identity":"\([^"]*\)".*/\1/' phone.relay)
            relay=$(sed 's/.*"relay":"\([^"]*\)".*/\1/' tablet.relay)
            put mallory "\"$mallory\",{\"endpoint\":\"$relay/e/x\",\"identity\":\"$identity\"}"
            tell
            """#,
            """
            \(Self.refused) is no text, as the device has signed it (malformed). 400
            \(Self.both)
            """
        )
    }

    @Test(.rules("S-20 C-41"))
    func `a text that another user's device has not signed counts for nothing`() throws {
        try play(
            #"""
            forged=$(python3 - "$bob" "$mallory" <<'PY'
            import base64, hashlib, sys
            prefix = "sealedpush-subscription-1:"
            def data(text):
                part = text[len(prefix):].split(".")[0]
                return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
            def text(data):
                return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
            bob, mallory = map(data, sys.argv[1:])
            made = bob[:33] + mallory[33:]
            check = hashlib.sha256(b"SealedPush v1 text\0" + prefix.encode() + made).digest()[:6]
            print(prefix + text(made) + "." + text(check))
            PY
            )
            put mallory "\"$mallory\",\"$forged\""
            tell
            """#,
            """
            \(Self.refused): the subscription was not signed by the identity that it names \
            (wrongSignature). 400
            \(Self.both)
            """
        )
    }

    @Test(.rules("S-20 C-41"))
    func `another user's own text is refused, and the other gets the push once`() throws {
        try play(
            #"""
            put mallory "\"$mallory\",\"$bob\""
            tell
            count 2 2
            """#,
            """
            \(Self.refused): the device has signed it for another recipient (wrongRecipient). 400
            \(Self.both)
            2
            2
            """
        )
    }

    @Test(.rules("S-19 C-41"))
    func `a text for another sender is refused, and a blocked one gets none`() throws {
        try play(
            #"""
            other=$(sealedpush sender init --store server --as other 2> notes)
            put mallory "\"$mallory\",\"$(sign tablet "$other" mallory)\""
            tell
            sealedpush contact add --store tablet --name Other --identity "$other" 2> notes
            sealedpush contact block --store tablet --identity "$other" 2> notes
            sign tablet "$other" mallory || echo "exit code $?"
            """#,
            """
            \(Self.refused): the device has signed it for another sender (wrongSender). 400
            \(Self.both)
            sealedpush: error: the sender is blocked or revoked, and gets no subscription
            sealedpush: hint: ...
            exit code ...
            """
        )
    }

    @Test(.rules("S-20 C-41")) func `a text for another app is refused`() throws {
        try play(
            #"""
            sealedpush device init --store other --topic com.example.other > other.identity 2> notes
            relay=$(sed 's/.*"relay":"\([^"]*\)".*/\1/' tablet.relay)
            invitation=$(curl -s -H "Authorization: Bearer $(cat publisher.key)" \
              -H 'Content-Type: application/json' -d '{"app":"com.example.app"}' \
              "$relay/v1/invitations" | sed 's/.*"invitation":"\([^"]*\)".*/\1/')
            sealedpush device register --store other --registration other.relay --relay "$relay" \
              --app com.example.app --token c3c3c3c3 --invitation="$invitation" > other.device
            pushed() { pushed=$(grep '"token":"c3c3c3c3"' apns.jsonl); }
            soon pushed
            pushed=${pushed#*\"payload\":\"}
            python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(sys.argv[1]))' \
              "${pushed%%\"*}" > other.push
            sealedpush device register --store other --registration other.relay --answer other.push
            put mallory "\"$mallory\",\"$(sign other "$server" mallory)\""
            tell
            """#,
            """
            \(Self.refused): the device has signed it for another app (wrongTopic). 400
            \(Self.both)
            """
        )
    }

    @Test(.rules("S-21 S-22"))
    func `of two texts of one device the later counts, and it gets the push once`() throws {
        try play(
            #"""
            later=$(sign tablet "$server" mallory)
            put mallory "\"$mallory\",\"$later\""
            kept=$(ask "$SIDECAR/v1/recipients/mallory")
            [[ $kept == *"$later"* && $kept != *"$mallory"* ]] && echo "the later one"
            tell
            count 2 2
            """#,
            """
            204
            the later one
            \(Self.both)
            2
            2
            """
        )
    }

    @Test(.rules("C-41"))
    func `a device that two users share gets a message for each of them`() throws {
        try play(
            #"""
            put user-7 "\"$bob\",\"$(sign tablet "$server" user-7)\""
            tell
            count 2 3
            """#,
            """
            204
            [{"mallory":"accepted"},{"user-7":"accepted"},{"user-7":"accepted"}]}
            2
            3
            """
        )
    }

    @Test(.rules("S-20"))
    func `the next identity counts once the sidecar knows it, and the earlier one still`()
        throws
    {
        try play(
            #"""
            tell
            sealedpush sender succeed --store server > server.succession 2> notes
            next=$(sealedpush sender identity --store server)
            again() {
              sealedpush device endpoint --store tablet --sender "$next" --again mallory.subscription
            }
            echo "$mallory" > mallory.subscription
            put mallory "\"$mallory\",\"$(again)\""
            restart
            put mallory "\"$(again)\""
            put user-7 "\"$bob\""
            tell
            count 3 3
            """#,
            """
            \(Self.both)
            \(Self.refused): the device has signed it for another sender (wrongSender). 400
            204
            204
            \(Self.both)
            3
            3
            """
        )
    }

    @Test func `a device is not its own sender, and the relay makes no endpoint for that`() throws {
        try play(
            #"""
            tell
            own=$(python3 - "$(cat tablet.identity)" <<'PY'
            import base64, hashlib, sys
            key = bytes.fromhex(sys.argv[1].strip())
            prefix = "sealedpush-sender-1:"
            check = hashlib.sha256(b"SealedPush v1 text\0" + prefix.encode() + key).digest()[:6]
            text = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
            print(prefix + text(key) + "." + text(check))
            PY
            )
            endpoints() {
              python3 -c 'import sqlite3
            print(*sqlite3.connect("relay/relay.sqlite").execute("SELECT count(*) FROM endpoint").fetchone())'
            }
            endpoints
            sign tablet "$own" mallory || echo "exit code $?"
            echo "$mallory" > mallory.subscription
            sealedpush device endpoint --store tablet --sender "$own" --again mallory.subscription ||
              echo "exit code $?"
            endpoints
            """#,
            """
            \(Self.both)
            3
            sealedpush: error: the sender is this device itself: both have the same key
            sealedpush: hint: ...
            exit code 4
            sealedpush: error: the sender is this device itself: both have the same key
            sealedpush: hint: ...
            exit code 4
            3
            """
        )
    }
}
