// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// That the check can fail: every vector here has one fault of its own.
@Suite struct VectorFaultTests {
    private static let plain = "0101-suite1-plain"
    private static let hybrid = "0110-suite2-plain"

    @Test(
        arguments: [plain, hybrid],
        [
            "recordDigest", "prekeyID", "messageIDRandom", "messageID", "info", "encapsulatedKey",
            "sharedSecret", "key", "baseNonce", "associatedData", "signature", "plaintext",
            "ciphertext",
        ]
    )
    func `a step with another digit fails`(_ name: String, _ member: String) throws {
        let reason = member == "messageIDRandom" ? "messageID differs" : "\(member) differs"
        #expect(try fault(of: name, changing: member) == VectorFault(reason))
    }

    @Test(arguments: [
        ("ephemeralRandom", "ephemeralMaterial differs"),
        ("ephemeralMaterial", "ephemeralMaterial differs"),
        ("ephemeralPrivateKey", "ephemeralPrivateKey differs"),
    ])
    func `a step of suite 1 with another digit fails`(_ member: String, _ reason: String) throws {
        #expect(try fault(of: Self.plain, changing: member) == VectorFault(reason))
    }

    @Test(arguments: [
        ("0101-suite1-plain", "Hello", "Jello", "the content of the opening differs"),
        ("0101-suite1-plain", "AQEAA", "AgEAA", "the opening is unknownVersion, expected opened"),
        (
            "0101-suite1-plain", "com.example", "com.exbmple",
            "the opening is cannotOpen, expected opened"
        ),
        (
            "0101-suite1-plain", "\"now\": 1", "\"now\": 2",
            "the opening is prekeyExpired, expected opened"
        ),
        ("0101-suite1-plain", "phone-1", "phone-2", "the device of the bundle differs"),
        (
            "0101-suite1-plain", "suite1-reusable", "suite1-reusablf",
            "the key of a prekey is not that of its record"
        ),
        ("0101-suite1-plain", "device-1:AW", "device-1:AX", "the bundle is refused"),
        ("0101-suite1-plain", "\"comment\"", "\"komment\"", "unknown member komment"),
        (
            "0101-suite1-plain", "0101-", "0102-",
            "name is 0102-suite1-plain, expected 0101-suite1-plain"
        ),
        ("0101-suite1-plain", "\"message\"", "\"massage\"", "unknown kind massage"),
        (
            "0101-suite1-plain", "\"opened\"", "\"openend\"",
            "the opening is opened, expected openend"
        ),
        (
            "0101-suite1-plain", "\"sender\": \"server-1\"", "\"sender\": \"server-2\"",
            "the signature is not valid"
        ),
        ("0101-suite1-plain", "{", "[", "not a JSON document"),
        (
            "0704-suite1-prekey-erased", "Meanwhile\": true", "Meanwhile\": 1",
            "prekeyErasedMeanwhile is neither true nor false"
        ),
        ("1201-device-link", "\"time\": 1", "\"time\": 2", "what the statement says differs"),
        (
            "1242-possession", "\"origin\": \"h", "\"origin\": \"H",
            "what the statement says differs"
        ),
        ("1501-sealing-compacted", "\"content\": \"", "\"content\": \" ", "the content differs"),
        ("1501-sealing-compacted", ": 512", ": 513", "envelopeBytes differs"),
        ("1501-sealing-compacted", "\"outer\": \"", "\"outer\": \" ", "outer differs"),
        (
            "1501-sealing-compacted", "\"push\": \"alert", "\"push\": \"alarm",
            "no such suite, push or padding"
        ),
        (
            "1506-sealing-reserved-key", "\"expected\": \"reservedKey", "\"expected\": \"accepted",
            "the sealing is reservedKey, expected accepted"
        ),
        (
            "1508-sealing-placeholder-texts", "\"body\": \"", "\"loc-key\": \"",
            "a placeholder of texts and keys"
        ),
        (
            "1547-sealing-attachments", "image/png", "image/pnx",
            "no reference among the attachments"
        ),
        (
            "1639-attachment-two-records", "\"contentDigest\": \"", "\"contentDigest\": \"00",
            "contentDigest differs"
        ),
        ("1639-attachment-two-records", "65522", "-1", "file has no pieces"),
        ("1639-attachment-two-records", "65522", "1048577", "file has no pieces"),
        (
            "0166-suite1-attachments-some-refused", "    \"https://a.example/1", "    \"http://a/1",
            "attachments differs"
        ),
        (
            "0166-suite1-attachments-some-refused", "    \"unknownType", "    \"tooMany",
            "refusedAttachments differs"
        ),
        (
            "0101-suite1-plain", "  \"content\"",
            "  \"attachments\": [], \"refusedAttachments\": [], \"content\"",
            "attachments of what has none"
        ),
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

    @Test(arguments: [
        ("\"candidates\": [\n    \"", "candidates differs"),
        ("\"pinsAfter\": {\n    \"epoch\": 48", "pinsAfter differs"),
        ("\"suite1\": \"", "pinsAfter differs"),
    ])
    func `a choice with another digit fails`(_ before: String, _ reason: String) throws {
        let name = "1401-choice-strongest"
        let text = try text(of: name)
        let parts = text.split(separator: before, maxSplits: 1)
        try #require(parts.count == 2)
        let digit = parts[1].first == "0" ? "1" : "0"
        let changed = parts[0] + before + digit + parts[1].dropFirst()
        #expect(fault(of: String(changed), named: name) == VectorFault(reason))
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
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "sealedpush-vectors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
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
