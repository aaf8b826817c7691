// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import TestSupport
import Testing

@testable import PushFindings

/// Every rule, by a push that has the fault and one that almost has it.
struct CatalogueTests {
    @Test func `nothing is found in a push in order`() {
        #expect(Scene().findings == [])
    }

    @Test(arguments: [
        "minimal.json", "plain.json", "localized.json", "emoji.json", "full-capacity.json",
        "delivery.apns",
    ])
    func `nothing is found in an example`(_ name: String) throws {
        var push = SentPush(payload: try Repository.read("docs/examples/\(name)"))
        push.hasAllHeaders = false
        #expect(push.findings() == [])
    }

    @Test(arguments: Planted.all)
    func `the fault of a push comes first, and is not found in one that almost has it`(
        _ planted: Planted
    ) throws {
        let findings = planted.withFault.findings
        let first = try #require(findings.first)
        #expect(first.rule == planted.rule, "\(findings.map(\.rule.name))")
        #expect(first.effect == planted.rule.effect)
        #expect(!planted.withoutFault.findings.contains { $0.rule == planted.rule })
    }

    @Test func `the catalogue has every rule, and every rule a name of its own`() {
        let rules = FindingRule.allCases
        #expect(Set(Planted.all.map(\.rule)) == Set(rules))
        #expect(Set(rules.map(\.name)).count == rules.count)
        for rule in rules {
            #expect(rule.name.wholeMatch(of: #/[a-z]+(-[a-z0-9]+)*/#) != nil, "\(rule.name)")
        }
    }

    @Test func `rules are in the order of their effects, and name where they come from`() {
        let rules = FindingRule.allCases
        #expect(zip(rules, rules.dropFirst()).allSatisfy { $0.effect <= $1.effect })
        for source in rules.map(\.source) {
            #expect(source.url?.hasPrefix("https://") != false && !source.title.isEmpty)
        }
    }

    @Test(arguments: Planted.all)
    func `a finding has a sentence and a remedy, each of one line`(_ planted: Planted) {
        for finding in planted.withFault.findings {
            for sentence in [finding.sentence, finding.remedy] {
                #expect(sentence.hasSuffix(".") && !sentence.hasSuffix(".."), "\(sentence)")
                #expect(sentence.first.map { $0.isUppercase || $0 == "'" } == true, "\(sentence)")
                #expect(!sentence.contains { $0.isNewline } && sentence.utf8.count < 500)
            }
        }
    }

    @Test(arguments: Planted.all)
    func `findings come in the order of their effects`(_ planted: Planted) {
        let effects = planted.withFault.findings.map(\.effect)
        #expect(effects == effects.sorted())
    }

    @Test(arguments: Planted.all)
    func `a finding is written as JSON with all that it says`(_ planted: Planted) throws {
        for finding in planted.withFault.findings {
            let json = try JSONDocument(reading: JSONWriter.object { finding.write(to: &$0) }).root
            #expect(json["rule"]?.string == finding.rule.name)
            #expect(json["effect"]?.string == finding.effect.rawValue)
            #expect(json["sentence"]?.string == finding.sentence)
            #expect(json["remedy"]?.string == finding.remedy)
            #expect(json["subject"]?.string == finding.subject)
            #expect(json["source"]?["title"]?.string == finding.source.title)
            #expect(json["source"]?["url"]?.string == finding.source.url)
            #expect(json.members?.count == 6)
        }
    }
}
