// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process of its own for tests: it races for claims or to defer, or works on a store until it is
/// killed.
///
/// It tells on standard output what it has done, a line each, at once.
@main
struct StoreProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let number = Int(arguments[3]) else {
            throw ProbeError.usage
        }
        switch arguments[1] {
        case "claim": try claim(in: arguments[2], places: number)
        case "park": try keep(in: arguments[2], messages: number)
        case "work": try work(in: arguments[2], from: number)
        case "make": try make(in: arguments[2], from: number)
        default: throw ProbeError.usage
        }
    }

    /// Waits for the end of standard input, then claims each place, and tells the numbers of those
    /// it got.
    private static func claim(in path: String, places: Int) throws {
        let book = ClaimBook(of: try RecordStore.open(at: path, key: .folder))
        ProbeOutput.waitForEnd()
        for number in 0..<places {
            let outcome = try book.claim(ProbeStep(number).claim, at: ProbeStep(number).place)
            guard outcome == .claimed else { continue }
            ProbeOutput.tell(number)
        }
    }

    /// Waits for the end of standard input, then defers each message, without a key, and tells the
    /// numbers of those it got, and -1 for each that was the first of all.
    private static func keep(in path: String, messages: Int) throws {
        let book = try DeferredBook(at: path)
        ProbeOutput.waitForEnd()
        for number in 0..<messages {
            let claim = ProbeStep(number).claim
            let outcome = try book.keep(
                claim.content,
                hash: claim.envelopeHash,
                prekey: ProbeStep.prekey,
                arrival: claim.expiry
            )
            guard case .deferred(let isFirst) = outcome else { continue }
            ProbeOutput.tell(number)
            if isFirst { ProbeOutput.tell(-1) }
        }
    }

    /// Takes step after step, and tells the number of each that is complete.
    private static func work(in path: String, from first: Int) throws {
        let store = try RecordStore.open(at: path, key: .folder)
        for number in first... {
            try ProbeStep(number).run(in: store)
            ProbeOutput.tell(number)
        }
    }

    /// Makes store after store in a folder, each with an identity, and tells the number of each.
    private static func make(in path: String, from first: Int) throws {
        for number in first... {
            let draft = try StoreDraft(at: "\(path)/\(number)", key: .folder)
            _ = try draft.store.create(.device, id: [1], contents: [2].span)
            _ = try draft.commit()
            ProbeOutput.tell(number)
        }
    }
}

/// Why a probe did nothing.
enum ProbeError: Error {
    /// The arguments are not a verb, a path and a number.
    case usage
}

/// One round of changes, known by its number: creates, replaces, removes, claims and empties.
package struct ProbeStep {
    /// The number.
    package let number: Int

    /// The prekey whose claims all steps use.
    package static let prekey = PrekeyRecord.ID([1, 2, 3, 4, 5, 6, 7, 8])

    /// How many steps a record lives that a step creates.
    package static let life = 3

    /// The step with this number.
    package init(_ number: Int) {
        self.number = number
    }

    /// The id of the record that the step creates.
    package var id: [UInt8] { bytes(8) }

    /// What the step's records hold; the size differs from step to step.
    package var contents: [UInt8] { bytes(8 + number % 500) }

    /// The message that the step claims.
    package var claim: Claim {
        Claim(
            envelopeHash: EnvelopeHash(bytes(EnvelopeHash.count)),
            expiry: Timestamp(clamping: 1_800_000_000_000),
            sender: bytes(32),
            content: contents,
            created: Timestamp(clamping: 1_800_000_000_000)
        )
    }

    /// Where it claims it.
    package var place: ClaimPlace {
        ClaimPlace(prekeyID: Self.prekey, envelope: claim.envelopeHash)
    }

    func run(in store: RecordStore) throws(StoreError) {
        _ = try store.create(.epochs, id: id, contents: contents.span)
        try store.replace(.states, id: [1], contents: contents.span)
        try store.remove(.epochs, id: ProbeStep(number - Self.life).id)
        let book = ClaimBook(of: store)
        _ = try book.claim(claim, at: place)
        try book.empty(place, now: claim.expiry)
    }

    /// The number, repeated until there are `count` bytes.
    private func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { bytes.append(bigEndian: UInt64(number)) }
        return Array(bytes.prefix(count))
    }
}

/// The probe's standard streams, without buffers that a kill would lose.
enum ProbeOutput {
    /// Writes a line with a number.
    static func tell(_ number: Int) {
        let line = Array("\(number)\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
    }

    /// Returns when standard input has ended.
    static func waitForEnd() {
        var byte: UInt8 = 0
        while unsafe read(0, &byte, 1) > 0 {}
    }
}
