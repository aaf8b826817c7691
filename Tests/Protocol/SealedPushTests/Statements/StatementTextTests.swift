// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct StatementTextTests {
    /// A row of the table in docs/protocol/devices.md, section 4.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () throws -> (statement: Statement, bytes: [UInt8], text: String)
        let read: @Sendable (String) throws -> [UInt8]

        var prefix: String { "sealedpush-\(testDescription)-1:" }

        /// Bytes as a text of this kind, whose check part is right.
        func text(of bytes: [UInt8]) -> String {
            let checked = Array(("SealedPush v1 text\0" + prefix).utf8) + bytes
            let check = Array(SHA256.hash(checked.span).prefix(6))
            return prefix + Base64URL.encode(bytes.span) + "." + Base64URL.encode(check.span)
        }
    }

    private static let rows = [
        Row(
            testDescription: "retirement",
            make: {
                let retirement = DeviceIdentity.Retirement(signing: try SampleDevice(1).identity)
                return (.retirement(retirement), retirement.bytes, retirement.text)
            },
            read: { try DeviceIdentity.Retirement(text: $0).bytes }
        ),
        Row(
            testDescription: "succession",
            make: {
                let (old, new) = try (SampleDevice(1), SampleDevice(2))
                let succession = SenderIdentity.Succession(
                    from: old.identity,
                    to: new.identity
                )
                return (.succession(succession), succession.bytes, succession.text)
            },
            read: { try SenderIdentity.Succession(text: $0).bytes }
        ),
        Row(
            testDescription: "revocation",
            make: {
                let revocation = SenderIdentity.Revocation(signing: try SampleDevice(1).identity)
                return (.revocation(revocation), revocation.bytes, revocation.text)
            },
            read: { try SenderIdentity.Revocation(text: $0).bytes }
        ),
    ]

    @Test(.rules("V-16 V-17"), arguments: rows)
    func `a text has the prefix and the check of the table, and is read back`(_ row: Row) throws {
        let made = try row.make()
        #expect(made.text == row.text(of: made.bytes))
        #expect(try row.read(" \t\r\n" + made.text + "\n") == made.bytes)
        #expect(try Statement(text: "\n" + made.text + "\n") == made.statement)
    }

    @Test(.rules("V-16 V-17"), arguments: rows)
    func `a text is read as its own kind alone`(_ row: Row) throws {
        let made = try row.make()
        for other in Self.rows where other.testDescription != row.testDescription {
            #expect(throws: WireError.wrongPrefix) { try other.read(made.text) }
            // The bytes of one kind in the text of another: of another length, or not signed as
            // that.
            let text = other.text(of: made.bytes)
            let otherCount = try other.make().bytes.count
            let error: WireError = made.bytes.count == otherCount ? .wrongSignature : .malformed
            #expect(throws: error) { try other.read(text) }
            #expect(throws: error) { try Statement(text: text) }
            // The prefix counts for the check.
            let exchanged = other.prefix + made.text.dropFirst(row.prefix.count)
            #expect(throws: WireError.wrongCheck) { try other.read(exchanged) }
            #expect(throws: WireError.wrongCheck) { try Statement(text: exchanged) }
        }
    }

    @Test(.rules("V-16 V-17"), arguments: rows)
    func `a statement that passes its check part is still read strictly`(_ row: Row) throws {
        let bytes = try row.make().bytes
        #expect(throws: WireError.malformed) { try row.read(row.text(of: bytes + [0])) }
        #expect(throws: WireError.malformed) { try row.read(row.text(of: [])) }
        var forged = bytes
        forged[forged.count - 1] ^= 1
        #expect(throws: WireError.wrongSignature) { try row.read(row.text(of: forged)) }
        #expect(throws: WireError.wrongSignature) { try Statement(text: row.text(of: forged)) }
    }

    @Test(arguments: [
        "", "sealedpush-sender-1:x.y", "sealedpush-link-1:x.y", "sealedpush-link-offer-1:x.y",
        "sealedpush-retirement-2:x.y", "hello",
    ])
    func `what begins as no statement does is none`(_ text: String) {
        #expect(throws: WireError.wrongPrefix) { try Statement(text: text) }
    }
}
