// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushLabCommand

@Suite struct VectorTests {
    // Each vector names its rule, too.
    @Test(.rules("M-17 M-33 T-8 T-9 D-15 A-7 C-12 C-44 C-45 C-46 C-48 C-49 C-50"))
    func `every vector passes`() throws {
        let report = try VectorReport(folder: VectorFolder.path)
        #expect(report.lines == ["\(report.passed) passed, 0 failed"])
    }

    @Test(.rules("C-44")) func `every class is there that a vector can have`() throws {
        var expected: [String: Set<String>] = [:]
        for name in try VectorFolder.names() {
            let root = try VectorFolder.document(name).root
            let kind = try #require(root["kind"]?.string)
            let isKind = ["message", "choice", "sealing", "attachment"].contains(kind)
            try expected[isKind ? kind : "read", default: []]
                .insert(#require(root["expected"]?.string))
        }
        let opening = OpeningError.allCases.map(\.rawValue) + ["opened", "recovered"]
        #expect(expected["message"] == Set(opening))
        #expect(expected["read"] == Set(WireError.allCases.map(\.rawValue) + ["accepted"]))
        // Of the other classes of sealing four need lists of devices or a store that fails.
        let choosing: Set = [
            "accepted", "prekeyRolledBack", "prekeyContradicted", "prekeyNotYetValid", "noPrekey",
        ]
        #expect(expected["choice"] == choosing)
        let sealing: Set = [
            "accepted", "reservedKey", "attachmentsTooLarge", "placeholderRefused",
            "contentTooLarge",
        ]
        #expect(expected["sealing"] == sealing)
        // These need a sender, a download or a system.
        let elsewhere: Set<AttachmentError> = [
            .empty, .senderNotAllowed, .addressNotAllowed, .unavailable, .timedOut,
            .storageUnavailable, .notAccepted,
        ]
        let attaching = Set(AttachmentError.allCases).subtracting(elsewhere).map(\.rawValue)
        #expect(expected["attachment"] == Set(attaching + ["accepted"]))
    }
}
