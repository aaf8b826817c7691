// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs

extension FindingRule: CaseIterable {
    /// Every rule: those of APNs, then the others, in the order of their effects.
    public static let allCases: [FindingRule] =
        APNsReason.allCases.map { FindingRule($0) } + Rule.allCases.map { FindingRule($0) }

    /// The rule of APNs that it tells by a reason; its name is Apple's in another spelling:
    /// `bad-device-token` for `BadDeviceToken`.
    public init(_ reason: APNsReason) {
        self.init(reason.rawValue.inKebabCase, .refused, .answer)
    }

    init(_ rule: Rule) {
        self.init(rule.rawValue, rule.effect, rule.source)
    }
}

extension String {
    /// `BadDeviceToken` as `bad-device-token`.
    fileprivate var inKebabCase: String {
        var words = ""
        for character in self {
            if character.isUppercase, !words.isEmpty { words += "-" }
            words += character.lowercased()
        }
        return words
    }
}

extension Finding {
    init(_ rule: Rule, _ sentence: String, _ remedy: String, in subject: String? = nil) {
        self.init(FindingRule(rule), sentence, remedy, in: subject)
    }
}
