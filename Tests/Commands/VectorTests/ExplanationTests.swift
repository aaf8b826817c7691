// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushExplanation
import TestSupport
import Testing

@testable import PublishedVectors

/// Each published vector of a push, explained line by line.
@Suite(.rules("M-38")) struct ExplanationTests {
    /// A vector of a push, and its explanation.
    private struct Explained {
        let name: String
        let root: JSONValue
        let explanation: PushExplanation
    }

    private static let all = Result {
        try VectorFolder.names().compactMap { name -> Explained? in
            let root = try VectorFolder.document(name).root
            guard root["kind"]?.string == "message" else { return nil }
            let explanation = try PublishedInspection.explanation(of: Array(root.bytes))
            return Explained(name: name, root: root, explanation: explanation)
        }
    }

    @Test func `every vector of a push ends as the check says, at a line with that end`() throws {
        var decided: Set<Int> = []
        for vector in try Self.all.get() {
            let (name, explanation) = (vector.name, vector.explanation)
            let expected = try #require(vector.root["expected"]?.string)
            #expect(explanation.outcome == expected, "\(name)")
            let line = try #require(explanation.line, "\(name)")
            decided.insert(line)
            let last = try #require(explanation.steps.last { $0.result == .decided }, "\(name)")
            #expect(last.line.number == line, "\(name)")
            let refusal = ["opened", "recovered"].contains(expected) ? nil : expected
            #expect(last.line.refusal?.name == refusal, "\(name)")
            #expect(explanation.steps.filter { $0.result == .decided }.count == 1, "\(name)")
            #expect(explanation.steps.first?.line.number == 3, "\(name)")
        }
        // Each line that can decide does so for some vector.
        #expect(decided.isSuperset(of: OpeningLine.all.filter { $0.refusal != nil }.map(\.number)))
        #expect(decided.isSuperset(of: [14, 29, 33]))
    }

    @Test func `a vector whose rule names a line that refuses is decided there`() throws {
        var count = 0
        // It shows what line 31 has erased for a later opening, which line 11 decides.
        let later = "0714-used-erases-key"
        for vector in try Self.all.get() where vector.name != later {
            guard let rule = vector.root["rule"]?.string,
                let expected = vector.root["expected"]?.string,
                let line = rule.wholeMatch(of: /M-38 line (\d+)/).flatMap({ Int($0.1) }),
                OpeningLine.all.contains(where: {
                    $0.number == line && $0.refusal?.name == expected
                })
            else { continue }
            #expect(vector.explanation.line == line, "\(vector.name)")
            count += 1
        }
        #expect(count > 70)
    }

    @Test(arguments: [
        ("0271-text-padded-twice", 5), ("0279-version-before-length", 6),
        ("0281-one-byte-short", 7),
        ("0264-text-empty", 5), ("0217-payload-escape-x", 3),
        ("0261-payload-not-sealed", 4),
    ])
    func `a push of a wrong form is refused where its fault is`(
        _ name: String,
        _ line: Int
    ) throws {
        let payload = try #require(VectorFolder.document(name).root["payload"]?.string)
        #expect(PushExplanation(of: Array(payload.utf8)).line == line)
    }

    @Test func `each line refuses with the class that the protocol gives it`() throws {
        let pages = try ["message", "storage"].map {
            String(decoding: try Repository.read("docs/protocol/\($0).md"), as: UTF8.self)
        }
        let lines = pages.flatMap { $0.split(separator: "\n") }
        for line in OpeningLine.all {
            let found = lines.firstIndex {
                $0.wholeMatch(of: /\s*(\d+)\s.*/)?.1 == "\(line.number)"
            }
            let start = try #require(found, "line \(line.number)")
            let rest = lines[start...].prefix(2)
            let own = rest.prefix { $0 == lines[start] || $0.hasPrefix("        ") }
            let given = own.compactMap { $0.firstMatch(of: /→ (\w+)/).map { String($0.1) } }.first
            #expect(line.refusal?.name == given, "line \(line.number)")
            for rule in line.rules.matches(of: /[A-Z]-\d+/).map({ String($0.0) }) {
                let page = ["M": "message", "T": "storage", "D": "display", "V": "devices"]
                let name = try #require(page[String(rule.prefix(1))])
                let text = try Repository.read("docs/protocol/\(name).md")
                #expect(String(decoding: text, as: UTF8.self).contains("**\(rule)** "), "\(rule)")
            }
        }
    }

    @Test func `fields cover each byte of the envelope, and those inside the whole ciphertext`()
        throws
    {
        let root = try VectorFolder.document("0102-bucket").root
        let explanation = try PublishedInspection.explanation(of: Array(root.bytes))
        let envelope = try #require(explanation.envelope)
        var end = 0
        for field in explanation.fields {
            #expect(field.range.lowerBound == end)
            end = field.range.upperBound
        }
        #expect(end == envelope.bytes.count)
        end = EnvelopeLayout.associatedDataCount
        for field in explanation.inside {
            #expect(field.range.lowerBound == end, "\(field.name)")
            end = field.range.upperBound
        }
        #expect(end == envelope.bytes.count - 16)
        #expect(explanation.bucket == 2048)
        #expect(explanation.bars.map(\.total) == [4096, 2048])
    }

    @Test func `the bare push of a vector opens with the published identities`() throws {
        let root = try VectorFolder.document("0101-plain").root
        let payload = Array(try #require(root["payload"]?.string).utf8)
        let opened = try PublishedInspection.explanation(of: payload)
        #expect(opened.outcome == "opened")
        let without = PushExplanation(of: payload)
        #expect(without.outcome == nil)
        #expect(without.steps.map(\.line.number) == [3, 4, 5, 6, 7, 8])
        #expect(without.steps.last?.result == .unknown)
        #expect(without.inside.isEmpty)
    }

    @Test func `what is not opened shows nothing of its inside`() throws {
        for vector in try Self.all.get() {
            let isOpened = ["opened", "recovered"].contains(vector.explanation.outcome)
            #expect(vector.explanation.inside.isEmpty == !isOpened, "\(vector.name)")
        }
    }
}
