// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice

extension SentPush {
    /// What is wrong with the push, in the order of effects; the first decides what the user sees.
    ///
    /// If the answer or the report shows that the push did better than its documents let expect,
    /// such a fault counts as a ``FindingRule/Effect/risk``.
    ///
    /// - Parameters:
    ///   - phone: What is known of the phone that it is for.
    ///   - report: What a simulated device reported of it.
    /// - Returns: The findings; none if no rule is broken.
    public func findings(
        on phone: PhoneFacts? = nil,
        report: DeliveryReport? = nil
    ) -> [Finding] {
        let push = KnownPush(self, on: phone, report)
        let refusals = RefusalFindings(push: push)
        let seen =
            refusals.answered
            + (report.map { ReportFindings(push: push, report: $0).findings } ?? [])
        var expected =
            refusals.expected + JSONFindings(push: push).findings
            + KindFindings(push: push).findings + LaunchFindings(push: push).findings
            + PayloadFindings(push: push).findings + PhoneFindings(push: push).findings
        for index in expected.indices where isRefuted(expected[index].effect, by: report) {
            expected[index].effect = .risk
        }
        expected.removeAll { finding in seen.contains(where: finding.repeats) }
        var findings: [Finding] = []
        for finding in seen + expected where !findings.contains(finding) {
            findings.append(finding)
        }
        // Sorting keeps the order of those with one effect.
        return FindingRule.Effect.allCases.flatMap { effect in
            findings.filter { $0.effect == effect }
        }
    }

    /// Whether the push was seen to do better.
    private func isRefuted(_ effect: FindingRule.Effect, by report: DeliveryReport?) -> Bool {
        switch effect {
        case .refused: answer == .accepted
        case .lost: report.map { $0.shown != nil || $0.wake?.isAnswered == true } ?? false
        case .unchanged, .partial, .risk: false
        }
    }
}

extension Finding {
    /// Whether another finding, of what was seen, says the same.
    fileprivate func repeats(_ other: Finding) -> Bool {
        rule == other.rule && (subject == other.subject || rule.name == "other-app")
    }
}

extension DeliveryReport.WakeResult {
    fileprivate var isAnswered: Bool {
        if case .answered = self { true } else { false }
    }
}
