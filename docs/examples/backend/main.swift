// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushAPNs
import SealedPushKeys
import SealedPushSender
import SealedPushStore

// Seals one payload for one device, and sends it:
//
//     backend <store> <recipient> <bundle file> <device token> <payload> <key file>
//         [<port> <roots file>]
//
// The ids and the topic are those of the page "Send from a backend".

func read(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }

let arguments = Array(CommandLine.arguments.dropFirst())
guard [6, 8].contains(arguments.count), let topic = Topic("com.example.app") else {
    print("backend: six arguments, or eight for a server that plays APNs")
    exit(64)
}

// Once, when the server starts. `sealedpush sender init` made the store.
let sender = try Sender(store: RecordStore.open(at: arguments[0], key: .folder))
var apns = APNsConfiguration(.production)
if arguments.count == 8, let port = Int(arguments[6]) {
    let pem = try read(arguments[7])
    apns = APNsConfiguration(host: "localhost", port: port, roots: try TrustedRoots(pem: pem.span))
}
let p8 = try read(arguments[5])
let key = try ProviderTokenKey(p8: p8.span, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
let client = try APNsClient(apns, tokens: key)

// For each message.
let bundle = try DeviceBundle(
    text: String(decoding: read(arguments[2]), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
)
let target = SealingTarget(bundle, recipient: .named(arguments[1]), topic: topic)
let sealed = try await sender.seal(sender.prepare(Array(arguments[4].utf8)), for: target)
let device = try APNsDeviceToken(hex: arguments[3])
let result = try await client.send(APNsRequest(sealed.push, to: device, id: APNsID()))
await client.close(within: .seconds(5))
guard case .accepted = result else {
    print(result)
    exit(1)
}
print("accepted")
