// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import PublishedVectors
@testable import SealedPushLabCommand

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// That the check can fail: every vector here has one fault of its own.
@Suite struct VectorFaultTests {
    private static let plain = "0101-plain"
    private static let references = "0142-attachments-some-refused"
    private static let removal = "0145-remove-one"
    private static let erased = "0728-one-time-directory-gone"
    private static let possession = "1401-possession"
    private static let choice = "1601-choice-first-contact"
    private static let sealing = "1701-sealing-compacted"
    private static let records = "1873-attachment-two-records"
    private static let link = "2201-pairing-link"
    private static let answer = "2301-pairing-answer"
    private static let box = "2401-drop-box"
    private static let paired = "2420-paired"
    private static let ending = "2440-sealing-paired"

    @Test(arguments: [
        "recordDigest", "prekeyID", "messageIDRandom", "messageID", "info", "encapsulatedKey",
        "sharedSecret", "key", "baseNonce", "associatedData", "signature", "plaintext",
        "ciphertext",
    ])
    func `a step with another digit fails`(_ member: String) throws {
        let reason = member == "messageIDRandom" ? "messageID differs" : "\(member) differs"
        #expect(try fault(of: Self.plain, changing: member) == VectorFault(reason))
    }

    @Test(arguments: [
        (plain, "Hello", "Jello", "the content of the opening differs"),
        (
            plain, "content\\\":\\\"A", "content\\\":\\\"B",
            "the opening is unknownVersion, expected opened"
        ),
        (plain, "com.example", "com.exbmple", "the opening is cannotOpen, expected opened"),
        (plain, "\"now\": 1", "\"now\": 2", "the opening is prekeyExpired, expected opened"),
        (plain, "  \"contacts\"", "  \"arrival\": -1, \"contacts\"", "no number arrival"),
        (plain, "\"show\"", "\"sow\"", "unknownSenders is neither show nor refuse"),
        (plain, "phone-1", "phone-2", "the device of the bundle differs"),
        (plain, "\"reusable", "\"reusablf", "the key of a prekey is not that of its record"),
        (plain, "device-1:AW", "device-1:AX", "the bundle is refused"),
        (plain, "\"comment\"", "\"komment\"", "unknown member komment"),
        (plain, "0101-", "0102-", "name is 0102-plain, expected 0101-plain"),
        (plain, "\"message\"", "\"massage\"", "unknown kind massage"),
        (plain, "\"opened\"", "\"openend\"", "the opening is opened, expected openend"),
        (
            plain, "\"sender\": \"server-1\"", "\"sender\": \"server-2\"",
            "the signature is not valid"
        ),
        (plain, "\"sender\": \"server-1\"", "\"sender\": \"s\"", "no published identity s"),
        (plain, "{", "[", "not a JSON document"),
        (erased, "\"claimDirectory\"", "\"both\"", "unknown erasedMeanwhile"),
        (possession, "\"origin\": \"h", "\"origin\": \"H", "what the statement says differs"),
        (
            choice, "\"pinsAfter\": {\n    \"epoch\": 4", "\"pinsAfter\": {\n    \"epoch\": 5",
            "pinsAfter differs"
        ),
        (choice, "\"digest\": \"", "\"digest\": \"00", "pinsAfter differs"),
        (choice, "\"candidates\": [\n    \"", "\"candidates\": [\n    \"0", "candidates differs"),
        (sealing, "\"content\": \"", "\"content\": \" ", "the content differs"),
        (sealing, ": 2048", ": 2049", "envelopeBytes differs"),
        (sealing, "\"outer\": \"", "\"outer\": \" ", "outer differs"),
        (sealing, "\"push\": \"alert", "\"push\": \"alarm", "no such push or padding"),
        (
            "1707-sealing-reserved-key", "\"expected\": \"reservedKey", "\"expected\": \"accepted",
            "the sealing is reservedKey, expected accepted"
        ),
        (
            "1709-sealing-placeholder-texts", "\"body\": \"", "\"loc-key\": \"",
            "a placeholder of texts and keys"
        ),
        (
            "1745-sealing-attachments", "image/png", "image/pnx",
            "no reference among the attachments"
        ),
        ("1705-sealing-remove", "BBBBBBBBBBBBBBBBBBBBBA\",", "\",", "no notification name "),
        (records, "\"contentDigest\": \"", "\"contentDigest\": \"00", "contentDigest differs"),
        (records, "65522", "-1", "file has no pieces"),
        (records, "65522", "1048577", "file has no pieces"),
        (references, "    \"https://a.example/1", "    \"http://a/1", "attachments differs"),
        (references, "    \"malformedReference", "    \"tooLarge", "refusedAttachments differs"),
        (removal, "    \"a\"", "    \"b\"", "remove differs"),
        (plain, "  \"content\"", "  \"remove\": [\"a\"], \"content\"", "remove differs"),
        (link, "\"linkHash\": \"", "\"linkHash\": \"00", "linkHash differs"),
        (link, "\"secret\": \"", "\"secret\": \"00", "secret has another size"),
        (link, "\"end\": 1", "\"end\": 2", "end differs"),
        (link, "\"lastMoment\": 1", "\"lastMoment\": 2", "lastMoment differs"),
        (link, "\"lastMoment\": 17", "\"lastMoment\": 1", "lastMoment differs"),
        (link, "\"senderName\": \"B", "\"senderName\": \"b", "senderName differs"),
        (link, "\"relay\": \"h", "\"relay\": \"H", "relay differs"),
        (link, "\"dropID\": \"", "\"dropID\": \"00", "dropID differs"),
        (answer, "\"link\": \"01", "\"link\": \"02", "the link is refused"),
        (answer, "\"endpoint\": \"h", "\"endpoint\": \"H", "endpoint differs"),
        (answer, "\"answerTopic\": \"c", "\"answerTopic\": \"C", "answerTopic differs"),
        (answer, "\"deviceName\": \"A", "\"deviceName\": \"a", "deviceName differs"),
        (answer, "\"answerHash\": \"", "\"answerHash\": \"00", "answerHash differs"),
        (answer, "\"number\": \"", "\"number\": \"1", "number differs"),
        (box, "\"plaintext\": \"", "\"plaintext\": \"00", "plaintext differs"),
        (box, "\"secret\": \"", "\"secret\": \"00", "secret has another size"),
        (paired, "\"paired\": \"", "\"paired\": \"00", "paired differs"),
        (plain, "  \"content\"", "  \"paired\": \"00\", \"content\"", "paired differs"),
        (ending, "\"paired\": \"", "\"paired\": \"00", "paired has another size"),
    ])
    func `a vector with one change fails`(
        _ name: String,
        _ old: String,
        _ new: String,
        _ reason: String
    ) throws {
        let text = try text(of: name)
        let parts = text.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        #expect(fault(of: parts.joined(separator: new), named: name) == VectorFault(reason))
    }

    @Test func `every vector fails under another expectation`() throws {
        for name in try VectorFolder.names() {
            let text = try text(of: name)
            let expected = try #require(
                JSONDocument(reading: Array(text.utf8)).root["expected"]?.string
            )
            let other = text.replacingLast(
                "\"expected\": \"\(expected)\"",
                by: "\"expected\": \"\""
            )
            #expect(fault(of: other, named: name) != nil, "\(name)")
        }
    }

    @Test func `a folder is named file by file, with what is wrong`() throws {
        try withTemporaryFolder { folder in
            let good = try Repository.read("docs/vectors/\(Self.plain).json")
            try Data(good).write(to: folder.appending(path: "\(Self.plain).json"))
            try Data("{".utf8).write(to: folder.appending(path: "0001-broken.json"))
            try Data("no vector".utf8).write(to: folder.appending(path: "README.md"))
            let report = try VectorReport(folder: folder.path())
            #expect(report.lines == ["0001-broken: not a JSON document", "1 passed, 1 failed"])
        }
    }

    @Test func `a folder without vectors is an error, and one that is not there`() throws {
        try withTemporaryFolder { folder in
            #expect(throws: VectorFault("the folder has no vectors")) {
                try VectorReport(folder: folder.path())
            }
            #expect(throws: VectorFault("the folder can't be read")) {
                try VectorReport(folder: folder.appending(path: "none").path())
            }
        }
    }

    // MARK: - Changing

    private func text(of name: String) throws -> String {
        String(decoding: try Repository.read("docs/vectors/\(name).json"), as: UTF8.self)
    }

    /// What is wrong with `name` once the first digit of the step `member` is another.
    private func fault(of name: String, changing member: String) throws -> VectorFault? {
        let text = try text(of: name)
        let key = "    \"\(member)\": \""
        let parts = text.split(separator: key, maxSplits: 1)
        try #require(parts.count == 2)
        let digit = parts[1].first == "0" ? "1" : "0"
        return fault(of: parts[0] + key + digit + parts[1].dropFirst(), named: name)
    }

    private func fault(of text: String, named name: String) -> VectorFault? {
        do throws(VectorFault) {
            try VectorFile.check(Array(text.utf8), named: name)
            return nil
        } catch {
            return error
        }
    }

    private func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try body(folder.url)
    }
}

extension String {
    fileprivate func replacingLast(_ old: String, by new: String) -> String {
        guard let range = ranges(of: old).last else { return self }
        return replacingCharacters(in: range, with: new)
    }

    private func replacingCharacters(in range: Range<String.Index>, with new: String) -> String {
        self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}
