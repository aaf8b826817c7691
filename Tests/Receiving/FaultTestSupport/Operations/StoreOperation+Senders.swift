// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushStore

extension StoreOperation {
    /// What a sender does and remembers.
    static let ofSenders = [
        StoreOperation(
            "make a sender",
            covers: ["SenderIdentities.create", "SenderIdentities.load"],
            makes: [RecordKind.senders.folder],
            isMade: { before, after in
                after.senders(of: Scene.server).count > before.senders(of: Scene.server).count
            },
            body: { bench in
                do throws(KeyError) {
                    _ = try SenderIdentities.create(in: bench.server)
                } catch .identityExists {
                    _ = try SenderIdentities.load(from: bench.server)
                }
                return []
            }
        ),
        StoreOperation(
            "replace a sender",
            covers: ["SenderIdentities.succeed"],
            makes: [RecordKind.senders.folder, RecordKind.statements.folder],
            isMade: { before, after in
                let old = before.senders(of: Scene.server)["replaced"]
                let new = after.senders(of: Scene.server)["replaced"]
                return new != nil && old != new
            },
            body: { bench in
                _ = try SenderIdentities.succeed(named: "replaced", in: bench.server, at: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "revoke a sender",
            covers: ["SenderIdentities.revoke"],
            body: { bench in
                _ = try SenderIdentities.revoke(named: "revoked", in: bench.server, at: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "revoke a sender's earlier identities",
            covers: ["SenderIdentities.revokeEarlier"],
            body: { bench in
                _ = try SenderIdentities.revokeEarlier(
                    named: "earlier",
                    in: bench.server,
                    at: Scene.now
                )
                return []
            }
        ),
        StoreOperation(
            "pin a bundle",
            covers: ["StoredSenderMemory.pin"],
            body: { bench in
                try await bench.memory.pin(bench.bundle("bundle"))
                return []
            }
        ),
        StoreOperation(
            "note the use of a prekey",
            covers: ["StoredSenderMemory.noteUse"],
            body: { bench in
                let records = try bench.bundle("bundle").records
                guard let record = records.first(where: { $0.terms.class == .oneTime }) else {
                    throw Bench.Failure()
                }
                _ = try await bench.memory.noteUse(of: record)
                return []
            }
        ),
    ]

    /// What a sender does with the devices of recipients.
    static let ofRecipients = [
        StoreOperation(
            "admit a device",
            covers: ["RecipientLists.admit", "StoredSenderMemory.changeDevices"],
            body: { bench in
                let device = try bench.bundle("bundle").device
                try await bench.memory.admit(device, for: "recipient-carol", newDevices: .refuse)
                return []
            }
        ),
        StoreOperation(
            "confirm a device",
            covers: ["SenderMemory.confirm"],
            body: { bench in
                let device = try bench.bundle("bundle").device
                _ = try await bench.memory.confirm(device, for: "recipient-hans")
                return []
            }
        ),
        StoreOperation(
            "confirm every device",
            covers: ["StoredSenderMemory.confirmAll"],
            body: { bench in
                _ = try await bench.memory.confirmAll()
                return []
            }
        ),
        StoreOperation(
            "remove a device",
            covers: ["RecipientLists.remove", "StoredSenderMemory.noteRemoval"],
            body: { bench in
                let bytes = try bench.input("removed")
                let device = try DeviceIdentity(reading: bytes.span)
                _ = try await bench.memory.remove(device, for: "recipient-erna")
                return []
            }
        ),
        StoreOperation(
            "apply the retirement of a device",
            covers: ["StoredSenderMemory.apply", "StoredSenderMemory.retire"],
            body: { bench in
                let bytes = try bench.input("retirement")
                _ = try await bench.memory.apply(DeviceIdentity.Retirement(reading: bytes.span))
                return []
            }
        ),
    ]
}
