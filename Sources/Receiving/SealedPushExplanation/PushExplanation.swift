// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCoding
import SealedPushCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What can be said of a sealed push: its bytes, and the receiver's program line by line.
///
/// Without a trace it says what every party on the way can see. With the trace of a receiver's run
/// it goes on to the line that decided.
///
///     var explanation = PushExplanation(of: payload)
///     explanation.go(on: trace)
package struct PushExplanation: Hashable, Sendable {
    /// A line of the receiver's program, and how it ended for this push.
    package struct Step: Hashable, Sendable {
        /// How a line ended.
        package enum Result: String, Sendable {
            /// The run went on.
            case passed
            /// The line decided the end of the push.
            case decided
            /// The run did this after the end was decided.
            case followed
            /// Without the device's keys nothing is known of it.
            case unknown
        }

        /// The line in words.
        package let line: OpeningLine
        /// How it ended.
        package let result: Result
        /// The values of this push that the line looked at; nil if there are none to tell.
        package let detail: String?
    }

    /// The kind of push that it is taken for.
    package let kind: Payload.PushKind
    /// The outer payload; nil for the bare text of an envelope, and for what is no payload.
    package let payload: OuterPayload?
    /// The size of what came, in bytes.
    package let byteCount: Int
    /// The envelope; nil if the push has none that a receiver takes.
    package let envelope: Envelope?
    /// The line at which the push is refused before any key is needed; nil if it is not.
    let early: EarlyEnd?
    /// What a receiver did with it.
    private(set) var trace = OpeningTrace()

    /// Explains the bytes of a push, or of the bare text of its `encrypted-content`.
    package init(of bytes: [UInt8], kind: Payload.PushKind = .alert) {
        self.kind = kind
        byteCount = bytes.count
        var payload: OuterPayload?
        var envelope: Envelope?
        do throws(EarlyEnd) {
            let text: [UInt8]
            if Self.isBareText(bytes) {
                text = Array(bytes[...].trimmingWhiteSpace())
            } else {
                let outer = try Self.outer(bytes)
                payload = outer
                text = outer.encryptedContent
            }
            envelope = try Self.envelope(text)
            early = nil
        } catch {
            early = error
        }
        (self.payload, self.envelope) = (payload, envelope)
    }

    /// Adds what a receiver did with the push.
    package mutating func go(on trace: OpeningTrace) {
        guard early == nil else { return }
        self.trace = trace
    }

    /// How the push ended: `opened`, `recovered` or the class of the refusal; nil if that takes the
    /// device's keys.
    package var outcome: String? { early?.error.name ?? trace.outcome }

    /// The line that decided; nil if that takes the device's keys.
    package var line: Int? { early?.line ?? (outcome == nil ? nil : trace.lines.last) }

    /// True if the push has a string `encrypted-content`, whatever is in it.
    package var isSealed: Bool { (early?.line ?? 8) > 4 }

    /// The message, if it was opened.
    ///
    /// What was only claimed by another run, or refused, stays inside (M-39).
    package var claim: Claim? { isOpened ? trace.claim : nil }

    var isOpened: Bool { outcome == "opened" || outcome == "recovered" }

    /// The most content that an envelope of this size holds, in bytes.
    package var capacity: Int? { envelope.map { $0.bytes.count - EnvelopeLayout.overhead } }

    /// The size to which padding brought the envelope, in bytes; nil if it has one of its own.
    package var bucket: Int? {
        Padding.bucketCounts(for: .voip).first { $0 == envelope?.bytes.count }
    }

    /// The fields that everybody on the way can see.
    package var fields: [EnvelopeField] { envelope.map { EnvelopeField.fields(of: $0) } ?? [] }

    /// The fields of the message, if it was opened.
    package var inside: [EnvelopeField] {
        guard let envelope, let claim else { return [] }
        return EnvelopeField.inside(envelope, claim).filter { !$0.range.isEmpty }
    }

    /// The end in one sentence.
    package var sentence: String {
        switch outcome {
        case nil: "The push has the right form. What follows takes the keys of its device."
        case "opened": "The message is opened (line \(line ?? 0))."
        case "recovered":
            "The message is handed over again, quietly: an earlier run may have shown it"
                + " (line \(line ?? 0))."
        case let name?: "Refused at line \(line ?? 0): \(Self.words(of: name)) (\(name))."
        }
    }

    private static func words(of name: String) -> String {
        OpeningError.all.first { $0.name == name }?.message ?? name
    }
}

extension Timestamp {
    /// The moment to the second: `2026-11-21T10:00:00Z`.
    var text: String {
        Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(.iso8601)
    }
}

/// A push that is refused by its form alone: lines 3 to 7.
struct EarlyEnd: Error, Hashable {
    let line: Int
    let error: OpeningError
    let detail: String?
}

extension PushExplanation {
    /// The version of every envelope is below 4, so its bare text begins with this letter.
    private static func isBareText(_ bytes: [UInt8]) -> Bool {
        bytes[...].trimmingWhiteSpace().first == UInt8(ascii: "A")
    }

    private static func outer(_ bytes: [UInt8]) throws(EarlyEnd) -> OuterPayload {
        do throws(OuterPayloadError) {
            return try OuterPayload(reading: bytes)
        } catch {
            let isSealed = error != .noEncryptedContent
            throw EarlyEnd(
                line: isSealed ? 3 : 4,
                error: isSealed ? .malformedPayload : .notSealed,
                detail: error.message
            )
        }
    }

    private static func envelope(_ text: [UInt8]) throws(EarlyEnd) -> Envelope {
        do throws(OpeningError) {
            return try Envelope(text: text.span)
        } catch {
            let bytes = try? Base64URL.decode(text.span)
            guard text.count <= EnvelopeLayout.maximumTextCount, let bytes, !bytes.isEmpty else {
                let detail = "it has \(text.count) characters"
                throw EarlyEnd(line: 5, error: error, detail: detail)
            }
            throw error == .unknownVersion
                ? EarlyEnd(line: 6, error: error, detail: "it is \(bytes[0])")
                : EarlyEnd(line: 7, error: error, detail: "it has \(bytes.count)")
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without the spaces, tabs and line ends around them.
    package func trimmingWhiteSpace() -> ArraySlice<UInt8> {
        let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        var rest = self
        while let first = rest.first, white.contains(first) { rest.removeFirst() }
        while let last = rest.last, white.contains(last) { rest.removeLast() }
        return rest
    }
}
