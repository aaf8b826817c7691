// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand
@testable import VectorMaker

@Suite struct VectorTests {
    @Test func `every vector passes`() throws {
        let report = try VectorReport(folder: VectorFolder.path)
        #expect(report.lines == ["\(report.passed) passed, 0 failed"])
        #expect(report.passed >= 480)
    }

    @Test func `every class is there, the opening ones in both suites`() throws {
        var opening: [Int: Set<String>] = [:]
        var reading: Set<String> = []
        var choosing: Set<String> = []
        var sealing: Set<String> = []
        var attaching: Set<String> = []
        for name in try VectorFolder.names() {
            let root = try VectorFolder.document(name).root
            let expected = try #require(root["expected"]?.string)
            switch root["kind"]?.string {
            case "message":
                let suite = try #require(root["suite"]?.integer)
                opening[suite, default: []].insert(expected)
            case "choice": choosing.insert(expected)
            case "sealing": sealing.insert(expected)
            case "attachment": attaching.insert(expected)
            default: reading.insert(expected)
            }
        }
        let outcomes = OpeningError.allCases.map(\.rawValue) + ["opened", "recovered"]
        #expect(opening[1] == Set(outcomes))
        #expect(opening[2] == Set(outcomes))
        #expect(reading == Set(WireError.allCases.map(\.rawValue) + ["accepted"]))
        // The classes of section 10.
        let choices: Set = [
            "accepted", "prekeyRolledBack", "prekeyContradicted", "noPrekey", "suiteDowngraded",
            "suiteNotOffered", "prekeyRevoked", "prekeyNotYetValid", "prekeyExpired",
        ]
        #expect(choosing == choices)
        let refusals: Set = [
            "accepted", "reservedKey", "tooManyAttachments", "attachmentsTooLarge",
            "emptyPlaceholder", "placeholderTooLarge", "contentTooLarge",
        ]
        #expect(sealing == refusals)
        // Those that one reference and one file can have.
        let faults: [AttachmentError] = [
            .malformedReference, .urlRefused, .unknownType, .empty, .tooLarge, .wrongSize,
            .wrongHash, .malformedFile, .truncated, .cannotOpen,
        ]
        #expect(attaching == Set(faults.map(\.rawValue) + ["accepted"]))
    }

    @Test func `the maker makes the files that are there, byte for byte where it draws nothing`()
        throws
    {
        let vectors = try Catalog.make()
        #expect(try Set(VectorFolder.names()) == Set(vectors.map(\.name)))
        for vector in vectors where vector.isReproducible {
            let file = try Repository.read("docs/vectors/\(vector.name).json")
            #expect(file == vector.bytes, "\(vector.name)")
        }
        #expect(vectors.filter(\.isReproducible).count >= 200)
    }

    @Test func `what the maker draws anew passes as well`() throws {
        for vector in try Catalog.make() where !vector.isReproducible {
            try VectorFile.check(vector.bytes, named: vector.name)
        }
    }
}
