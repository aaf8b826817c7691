// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file `<name>.given` beside `<name>.bundle`: a line for each one-time prekey that was given
/// out, with its id in hex, a space, and its end in Unix milliseconds.
struct GivenPrekeys {
    let path: String

    /// The list beside the bundle at `path`.
    init(of bundle: String) {
        path = bundle.dropLast(FolderDeviceDirectory.fileSuffix.count) + ".given"
    }

    /// The prekeys in the list, by when they end; none if there is no file.
    func read() throws(CommandError) -> [PrekeyRecord.ID: Timestamp] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        let bytes = try InputFile(argument: path).read("list of given prekeys")
        var given: [PrekeyRecord.ID: Timestamp] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, let id = Hex.decode(String(words[0])),
                id.count == PrekeyRecord.ID.count,
                let end = UInt64(words[1]).flatMap(Timestamp.init)
            else {
                throw CommandError(
                    .notAuthentic,
                    name: "damaged",
                    "the list of given prekeys is damaged",
                    hint: "remove it with the bundle beside it, and let the device offer anew after"
                        + " 'sealedpush device maintain --revoke'"
                )
            }
            given[PrekeyRecord.ID(id)] = end
        }
        return given
    }

    /// Replaces the list; it is durable when this returns.
    func write(_ given: [PrekeyRecord.ID: Timestamp]) throws(CommandError) {
        let lines = given.map { "\(Hex.encode($0.bytes.span)) \($1.milliseconds)\n" }
        try OutputFile(path, "list of given prekeys").replace(Array(lines.sorted().joined().utf8))
    }
}
