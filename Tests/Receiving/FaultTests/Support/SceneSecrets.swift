// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import SealedPush
import SealedPushCrypto
import SecretScan

@testable import SealedPushStore

/// All that the stores of a scene must not show, by what it is.
struct SceneSecrets {
    /// Keys that are held in guarded memory.
    var keys: [(name: String, bytes: [UInt8])] = []
    /// Seeds of X-Wing prekeys, which a dependency expands into memory of its own.
    var xwingSeeds: [[UInt8]] = []
    /// Names, codes, contents, and who is known.
    var texts: [(name: String, bytes: [UInt8])] = []

    /// What the residue of X-Wing is called: the seed and what it is expanded to.
    static let residue: Set = [
        "X-Wing seed", "X-Wing seed's ML-KEM half", "X-Wing seed's X25519 half",
    ]

    /// Adds what stands in a scene now.
    mutating func add(_ view: WorldView, key: [UInt8]) throws {
        keys.append(("store key", key))
        for place in Scene.places {
            guard let header = view.facts(WorldView.header, of: place).values.first else {
                continue
            }
            try addSubkeys(of: key, StoreHeader(reading: header).storeID)
            for contents in view.values(.device, of: place) {
                keys.append(("identity seed", Array(contents.prefix(32))))
            }
            // A record of 32 bytes is a name's, and holds its first identity.
            for contents in view.values(.senders, of: place) where contents.count > 32 {
                keys.append(("sender seed", Array(contents.prefix(32))))
                keys.append(("sender secret", Array(contents.dropFirst(32).prefix(32))))
            }
            for contents in view.values(.prekeys, of: place) {
                xwingSeeds.append(Array(contents.prefix(DevicePrekey.seedCount)))
            }
            for (id, contents) in view.facts(RecordKind.contacts.folder, of: place) {
                texts.append(("contact", Array(id.dropFirst())))
                if contents.count > 10 { texts.append(("name", Array(contents.dropFirst(3)))) }
            }
        }
        for word in ["Tambourine", "Content of", "recipient-bob", "recipient-carol"] {
            texts.append(("text", Array(word.utf8)))
        }
    }

    private mutating func addSubkeys(of key: [UInt8], _ id: StoreID) {
        let subkeys = StoreKeys(splitting: SecretBytes(copying: key.span), storeID: id)
        for purpose in StoreKeys.Purpose.allCases {
            let bytes = subkeys.withKey(for: purpose) { Array(copying: $0) }
            keys.append(("store's \(purpose) key", bytes))
        }
    }

    /// Looks for keys.
    var ofKeys: SecretScan {
        var scan = SecretScan()
        for (name, bytes) in keys { scan.add(name, bytes) }
        for seed in xwingSeeds {
            let expanded = Shake256.expand(seed, count: 96)
            scan.add("X-Wing seed", seed)
            scan.add("X-Wing seed's ML-KEM half", Array(expanded.prefix(64)))
            scan.add("X-Wing seed's X25519 half", Array(expanded.suffix(32)))
        }
        return scan
    }

    /// Looks for everything.
    var ofAll: SecretScan {
        var scan = ofKeys
        for (name, bytes) in texts where bytes.count >= SecretScan.run { scan.add(name, bytes) }
        return scan
    }
}
