// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushSender
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file `<name>.given` beside `<name>.bundle`: a line for each one-time prekey that was given
/// out, with its id in hex, a space, and its end in Unix milliseconds; and a last line with the sum
/// of all before it, which a list that was cut lacks.
///
/// The empty file `.<name>.listed` says that there is a list, so that one that is removed shows.
struct GivenPrekeys {
    let path: String
    /// The file that says that there is a list.
    let mark: String

    /// The list beside the bundle at `path`.
    init(of bundle: String) {
        let stem = bundle.dropLast(FolderDeviceDirectory.fileSuffix.count)
        path = stem + ".given"
        let name = stem.lastIndex(of: "/").map { stem[stem.index(after: $0)...] } ?? stem
        mark = stem.dropLast(name.count) + ".\(name).listed"
    }

    /// The prekeys in the list, by when they end; none if there never was a list.
    ///
    /// A file that ``write(_:)`` would not have made in this way is damaged.
    func read() throws(CommandError) -> [PrekeyRecord.ID: Timestamp] {
        guard FileManager.default.fileExists(atPath: path) else {
            guard !FileManager.default.fileExists(atPath: mark) else {
                throw Self.unusable("is gone")
            }
            return [:]
        }
        let bytes = try InputFile(path).read("list of given prekeys")
        var given: [PrekeyRecord.ID: Timestamp] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropLast() {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, let id = Hex.decode(String(words[0])),
                id.count == PrekeyRecord.ID.count,
                let end = UInt64(words[1]).flatMap(Timestamp.init)
            else { throw Self.unusable("is damaged") }
            given[PrekeyRecord.ID(id)] = end
        }
        guard Self.text(of: given) == bytes else { throw Self.unusable("is damaged") }
        return given
    }

    /// Replaces the list; it is durable when this returns.
    func write(_ given: [PrekeyRecord.ID: Timestamp]) throws(CommandError) {
        try OutputFile(path, "list of given prekeys").replace(Self.text(of: given))
        guard !FileManager.default.fileExists(atPath: mark) else { return }
        try OutputFile(mark, "mark of the list of given prekeys").replace([])
    }

    private static func text(of given: [PrekeyRecord.ID: Timestamp]) -> [UInt8] {
        let lines = given.map { "\(Hex.encode($0.bytes.span)) \($1.milliseconds)\n" }
            .sorted().joined()
        let sum = SHA256.hash(Array("SealedPush v1 given prekeys\0\(lines)".utf8).span).prefix(8)
        return Array("\(lines)sum \(Hex.encode(Array(sum).span))\n".utf8)
    }

    private static func unusable(_ fault: String) -> CommandError {
        CommandError(
            .notAuthentic,
            name: "damaged",
            "the list of given prekeys \(fault)",
            hint: "remove it with the bundle and the '.listed' beside it, and let the device offer"
                + " anew after 'sealedpush device maintain --revoke'"
        )
    }
}

/// The memory of a sender that takes one-time prekeys from a folder, as `directory claim` does: one
/// that it uses is noted in the folder, too, and goes to no other sender.
///
/// Everything else is remembered by the sender's store alone.
struct DirectoryMemory: SenderMemory {
    private let store: StoredSenderMemory
    private let folder: DirectoryFolder
    /// The bundle of each device in the folder.
    private let names: [DeviceIdentity: String]
    private let refusals = Refusals()

    init(
        _ store: StoredSenderMemory,
        _ folder: DirectoryFolder,
        names: [DeviceIdentity: String]
    ) {
        (self.store, self.folder, self.names) = (store, folder, names)
    }

    /// False also where the folder can't note the use: then the reusable prekey is sealed to.
    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        guard let name = names[record.device], !refusals.names.withLock({ $0.contains(name) }),
            try await store.noteUse(of: record)
        else { return false }
        do {
            return try folder.take(record, from: name)
        } catch {
            refusals.names.withLock { _ = $0.insert(name) }
            let reason = CommandError(error)?.message ?? "the folder can't be used"
            Console.note("one-time prekeys of the folder are not used: \(reason)")
            return false
        }
    }

    func pins(of device: DeviceIdentity) async throws(SealingError) -> DeviceBundle.Pins? {
        try await store.pins(of: device)
    }

    func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DeviceBundle.Pins {
        try await store.pin(bundle)
    }

    func retirement(of device: DeviceIdentity) async throws(SealingError) -> DeviceIdentity
        .Retirement?
    {
        try await store.retirement(of: device)
    }

    func retire(_ retirement: DeviceIdentity.Retirement) async throws(SealingError) -> Bool {
        try await store.retire(retirement)
    }

    /// The bundles in whose list a use could not be noted.
    private final class Refusals: Sendable {
        let names = Mutex<Set<String>>([])
    }
}
