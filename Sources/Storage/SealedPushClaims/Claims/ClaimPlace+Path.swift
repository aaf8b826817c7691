// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

// `claims/<prekey id>/<once, or envelope hash>` (M-38 line 26), all in lower-case hex: plain names,
// which an envelope shows anyway.

extension ClaimPlace {
    private static let once = "once"

    /// The folder of the claims under a prekey.
    static func folder(of prekey: PrekeyRecord.ID) -> String { path(of: prekey).text }

    /// Where that folder stands.
    static func path(of prekey: PrekeyRecord.ID) -> StorePath {
        StorePath(folder: StoreFolder.claims, name: "\(prekey)")
    }

    /// Where the claim's file stands.
    var path: StorePath {
        StorePath(
            folder: Self.folder(of: prekeyID),
            name: envelope.map(\.description) ?? Self.once
        )
    }

    /// Where the file of the index stands that says that content waits at this place:
    /// `unfinished/<prekey id>-<name of the claim's file>`.
    var entryPath: StorePath {
        StorePath(folder: StoreFolder.unfinished, name: "\(prekeyID)-\(path.name)")
    }

    /// Reads the name of a file of the index, or gives nil if it is none.
    init?(entry name: String) {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let bytes = Hex.decode(String(parts[0])),
            bytes.count == PrekeyRecord.ID.count
        else { return nil }
        self.init(prekeyID: PrekeyRecord.ID(bytes), file: String(parts[1]))
        guard entryPath.name == name else { return nil }
    }

    /// Reads the name of a claim's file, or gives nil if it is none.
    init?(prekeyID: PrekeyRecord.ID, file: String) {
        guard file != Self.once else {
            self.init(prekeyID: prekeyID, envelope: nil)
            return
        }
        guard let bytes = Hex.decode(file), bytes.count == EnvelopeHash.count else { return nil }
        self.init(prekeyID: prekeyID, envelope: EnvelopeHash(bytes))
    }
}
