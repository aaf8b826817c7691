// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding

/// A fault of one push, or a thing that its sender should know: what is wrong, and what to do.
///
/// Texts hold what the push says, with everything that a terminal would obey written by its number,
/// and never more than the beginning of a long value.
public struct Finding: Sendable, Hashable {
    /// The rule that found it.
    public let rule: FindingRule
    /// The fault, in a sentence.
    public let sentence: String
    /// What to do, in a sentence.
    public let remedy: String
    /// What the fault is in: a header, as `apns-topic`, or a member of the payload by its path, as
    /// `aps.alert.body`; nil if it is in neither.
    public let subject: String?

    /// The part that the fault spoils here: that of the rule, or ``FindingRule/Effect/risk`` if the
    /// push was seen to do better.
    public internal(set) var effect: FindingRule.Effect
    /// The document or the observation that the rule comes from.
    public var source: FindingRule.Source { rule.source }

    init(_ rule: FindingRule, _ sentence: String, _ remedy: String, in subject: String? = nil) {
        self.rule = rule
        effect = rule.effect
        self.sentence = sentence
        self.remedy = remedy
        self.subject = subject
    }

    /// A finding of half sentences, as other modules have them: in lower case, without a full stop.
    init(_ rule: FindingRule, of fault: String, _ remedy: String, in subject: String? = nil) {
        self.init(rule, fault.asSentence, remedy.asSentence, in: subject)
    }
}

extension Finding {
    /// Adds the members `rule`, `effect`, `sentence`, `remedy`, `subject` (null if there is none)
    /// and `source` (`title`, and `url` or null) to a JSON object.
    package func write(to object: inout JSONWriter.Object) {
        object.add("rule", rule.name)
        object.add("effect", effect.rawValue)
        object.add("sentence", sentence)
        object.add("remedy", remedy)
        if let subject { object.add("subject", subject) } else { object.null("subject") }
        object.object("source") { object in
            object.add("title", source.title)
            if let url = source.url { object.add("url", url) } else { object.null("url") }
        }
    }

    /// The finding for people, in lines: the sentence with the rule's name, the remedy, the source.
    public var text: String {
        """
        \(sentence) [\(rule.name)]
          \(remedy)
          \(source.title)\(source.url.map { ": \($0)" } ?? "")
        """
    }
}
