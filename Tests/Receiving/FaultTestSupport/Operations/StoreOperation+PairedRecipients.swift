// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore

extension StoreOperation {
    /// What a sender does with the recipients that it pairs.
    static let ofPairedRecipients = [
        StoreOperation(
            "keep a device that has answered",
            covers: ["PairedRecipients.keep"],
            makes: [RecordKind.recipients.folder],
            isMade: { before, after in
                let kind = RecordKind.recipients.folder
                return after.facts(kind, of: Scene.server).count
                    > before.facts(kind, of: Scene.server).count
            },
            body: { bench in
                let (_, address) = try bench.paired("new")
                _ = try bench.recipients.keep(
                    address,
                    answer: Bench.answer(),
                    label: "Nora's phone",
                    at: Scene.now
                )
                return []
            }
        ),
        StoreOperation(
            "confirm a device that has answered",
            covers: ["PairedRecipients.confirm"],
            body: { bench in
                let (key, address) = try bench.paired("pending")
                _ = try bench.recipients.confirm(address, of: key, at: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "take a pairing back",
            covers: ["PairedRecipients.withdraw"],
            body: { bench in
                let (key, address) = try bench.paired("withdrawn")
                try bench.recipients.withdraw(address, of: key)
                return []
            }
        ),
        StoreOperation(
            "note that a relay has a pairing's message",
            covers: ["PairedRecipients.noteTaken"],
            body: { bench in
                let key = try bench.paired("taken").key
                try bench.recipients.noteTaken(Bench.answer(), of: key)
                return []
            }
        ),
        StoreOperation(
            "forget an endpoint",
            covers: ["PairedRecipients.drop"],
            body: { bench in
                let (key, address) = try bench.paired("dropped")
                try bench.recipients.drop(address, from: key)
                return []
            }
        ),
        StoreOperation(
            "rename a recipient",
            covers: ["PairedRecipients.rename"],
            body: { bench in
                let key = try bench.paired("renamed").key
                try bench.recipients.rename(key, to: "Later Rita", at: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "remove a recipient",
            covers: ["PairedRecipients.remove"],
            body: { bench in
                do throws(KeyError) {
                    guard let key = try? bench.paired("removed").key else {
                        throw .unusableKey
                    }
                    try bench.recipients.remove(key, at: Scene.now)
                } catch .unknownRecipient {
                    return []
                }
                return []
            }
        ),
        StoreOperation(
            "delete a pairing that is over",
            covers: ["PairedRecipients.settle"],
            body: { bench in try bench.recipients.settle(at: Scene.now) }
        ),
        StoreOperation(
            "make the key of a sender's endpoints",
            covers: ["PairedRecipients.endpointKey"],
            makes: [RecordKind.senders.folder],
            isMade: { _, after in
                after.facts(RecordKind.senders.folder, of: Scene.server).keys.contains {
                    $0.starts(with: "endpoint key".utf8)
                }
            },
            body: { bench in
                _ = try bench.recipients.endpointKey { SecretBytes(randomCount: 32) }
                return []
            }
        ),
    ]
}

extension Bench {
    /// The server's recipients.
    var recipients: PairedRecipients { PairedRecipients(in: server) }

    /// The answer of every device in a scene.
    static func answer() throws -> AnswerHash {
        guard let answer = AnswerHash([UInt8](repeating: 5, count: AnswerHash.count)) else {
            throw Failure()
        }
        return answer
    }

    /// The key of a recipient of the scene, and its device.
    func paired(_ name: String) throws -> (key: String, address: DeviceAddress) {
        let input = try input("paired-\(name)")
        let device = try DeviceIdentity(reading: input.span.extracting(first: DeviceIdentity.count))
        let key = String(decoding: input.dropFirst(DeviceIdentity.count), as: UTF8.self)
        return (key, try Self.address(of: device, name))
    }

    /// A device with an endpoint of its own.
    static func address(of device: DeviceIdentity, _ name: String) throws -> DeviceAddress {
        guard let topic = Topic(Scene.topicText),
            let address = DeviceAddress(
                device: device,
                topic: topic,
                endpoint: "https://relay.example/e/\(name)"
            )
        else { throw Failure() }
        return address
    }
}
