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
    private static let plain = "1001-record-reusable"
    private static let possession = "1401-possession"
    private static let choice = "1601-choice-first-contact"
    private static let sealing = "1701-sealing-compacted"
    private static let records = "1873-attachment-two-records"

    @Test(arguments: [
        (plain, "\"comment\"", "\"komment\"", "unknown member komment"),
        (plain, "{", "[", "not a JSON document"),
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
        ("1705-sealing-remove", "BBA\"", "BBB\"", "no collapse id BBBBBBBBBBBBBBBBBBBBBB"),
        (records, "\"contentDigest\": \"", "\"contentDigest\": \"00", "contentDigest differs"),
        (records, "65522", "-1", "file has no pieces"),
        (records, "65522", "1048577", "file has no pieces"),
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
