// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushKeys
import SealedPushRelayClient
import SealedPushSender
import SealedPushStore

// Seals one payload for the devices of a recipient at a relay, and posts it there:
//
//     relay-backend <store> <relay> <recipient> <payload> <subscription file>...
//
// The topic is that of the page "Run a relay".

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 4, let topic = Topic("com.example.app") else {
    print("relay-backend: five arguments, or more for several devices")
    exit(64)
}

// Once, when the server starts. `sealedpush sender init` made the store.
let store = try RecordStore.open(at: arguments[0], key: .folder)
let sender = try Sender(store: store)
let rule = SubscriptionRule(senders: try SenderIdentities.identities(in: store), topic: topic)
let relays = try RelaySender(at: [arguments[1]])

// When apps hand in the subscriptions of a user who is logged in.
let texts = try arguments[4...].map { path in
    try String(contentsOfFile: path, encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
}
let subscriptions = try rule.read(texts, of: arguments[2])

// For each message.
let message = try sender.prepare(Array(arguments[3].utf8))
for subscription in subscriptions {
    do {
        let device = try await relays.target(at: subscription)
        let sealed = try await sender.seal(message, for: device)
        try await relays.post(sealed, to: subscription)
        print("accepted")
    } catch EndpointFailure.gone(let retirement) {
        // The subscription is not kept any longer.
        if let retirement { try await sender.learn(retirement) }
        print("gone")
    } catch {
        print("not sent: \(error)")
    }
}
