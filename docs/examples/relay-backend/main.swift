// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushKeys
import SealedPushRelayClient
import SealedPushSender
import SealedPushStore

// Seals one payload for a recipient's device at a relay, and posts it there:
//
//     relay-backend <store> <relay> <recipient> <subscription file> <payload>
//
// The topic is that of the page "Run a relay".

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 5, let topic = Topic("com.example.app") else {
    print("relay-backend: five arguments")
    exit(64)
}

// Once, when the server starts. `sealedpush sender init` made the store.
let store = try RecordStore.open(at: arguments[0], key: .folder)
let sender = try Sender(store: store)
let rule = SubscriptionRule(senders: try SenderIdentities.identities(in: store), topic: topic)
let relays = try RelaySender(at: [arguments[1]])

// When an app hands in a subscription for a user who is logged in.
let text = try String(contentsOfFile: arguments[3], encoding: .utf8)
let subscriptions = try rule.read(
    [text.trimmingCharacters(in: .whitespacesAndNewlines)],
    of: arguments[2]
)

// For each message.
let message = try sender.prepare(Array(arguments[4].utf8))
for subscription in subscriptions {
    let device = try await relays.target(at: subscription, recipient: .named(arguments[2]))
    let sealed = try await sender.seal(message, for: device)
    try await relays.post(sealed, to: subscription)
}
print("accepted")
