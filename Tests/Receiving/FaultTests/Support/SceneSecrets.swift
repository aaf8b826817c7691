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
            for (id, contents) in view.facts(RecordKind.pairings.folder, of: place) {
                addPairing(id, contents)
            }
        }
        // Of recipient-bob and recipient-carol without what is in the name of a folder, too.
        for word in ["Tambourine", "Content of", "ient-bob", "nt-carol"] {
            texts.append(("text", Array(word.utf8)))
        }
    }

    /// Adds the secret of a link to which a person has agreed, or the endpoint made for it.
    private mutating func addPairing(_ id: [UInt8], _ contents: [UInt8]) {
        switch id.first {
        case 1:
            // `version | source | order u32 | agreed u64 | length u8 | name | link`
            let link = contents.dropFirst(15 + Int(contents[14]))
            texts.append(("link's secret", Array(link.dropFirst().prefix(16))))
        case 2: texts.append(("endpoint", Array(contents.suffix(16))))
        default: break
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

/// SHAKE256 (FIPS 202, section 6.2) of a short input, as X-Wing expands its seeds by; for tests
/// only.
enum Shake256 {
    private static let rate = 136

    /// So many bytes made of an input of less than 136.
    static func expand(_ input: [UInt8], count: Int) -> [UInt8] {
        precondition(input.count < rate && count <= rate, "one block in, one block out")
        var block = input + [0x1F] + [UInt8](repeating: 0, count: rate - input.count - 1)
        block[rate - 1] |= 0x80
        var state = [UInt64](repeating: 0, count: 25)
        for (index, byte) in block.enumerated() {
            state[index / 8] ^= UInt64(byte) << (index % 8 * 8)
        }
        permute(&state)
        return (0..<count).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> ($0 % 8 * 8)) }
    }

    /// Keccak-f[1600] (FIPS 202, section 3.3): the steps theta, rho and pi, chi, iota.
    private static func permute(_ state: inout [UInt64]) {
        var constants = RoundConstants()
        for _ in 0..<24 {
            let columns = (0..<5).map { x in
                stride(from: x, to: 25, by: 5).reduce(0 as UInt64) { $0 ^ state[$1] }
            }
            for place in 0..<25 {
                let x = place % 5
                state[place] ^= columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], by: 1)
            }
            var (x, y, lane) = (1, 0, state[1])
            for step in 1...24 {
                (x, y) = (y, (2 * x + 3 * y) % 5)
                (lane, state[x + 5 * y]) = (
                    state[x + 5 * y], rotate(lane, by: step * (step + 1) / 2 % 64)
                )
            }
            for row in stride(from: 0, to: 25, by: 5) {
                let lanes = Array(state[row..<row + 5])
                for x in 0..<5 {
                    state[row + x] = lanes[x] ^ (~lanes[(x + 1) % 5] & lanes[(x + 2) % 5])
                }
            }
            state[0] ^= constants.next()
        }
    }

    private static func rotate(_ lane: UInt64, by count: Int) -> UInt64 {
        count == 0 ? lane : lane << count | lane >> (64 - count)
    }

    /// The constants of iota, from the shift register of FIPS 202, algorithm 5.
    private struct RoundConstants {
        private var register: UInt8 = 1

        mutating func next() -> UInt64 {
            var constant: UInt64 = 0
            for power in 0..<7 {
                if register & 1 == 1 { constant |= 1 << ((1 << power) - 1) }
                register = register << 1 ^ (register >> 7) * 0x71
            }
            return constant
        }
    }
}
