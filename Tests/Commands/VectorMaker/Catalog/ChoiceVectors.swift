// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Which prekey a sender takes, and what it pins: section 1 of `senders.md`.
enum ChoiceVectors {
    static func make() -> [Vector] {
        var group = VectorGroup(from: 1601)
        addOrder(to: &group)
        addPinned(to: &group)
        addTerms(to: &group)
        addRevoked(to: &group)
        group.add("choice-epoch-0", rule: "S-1 line 3", "Epoch 0, and no digest is pinned.") {
            let first = phone.record { $0.epoch = 0 }
            return ChoiceDraft([first], pins: ChoicePins()).accepted([first], $0)
        }
        addWithoutDigest(to: &group)
        return group.vectors
    }

    private static let phone = TestDevice("phone-1")
    private static let reusable = phone.record()
    private static let oneTime = phone.record(.oneTime1)
    private static let pins = ChoicePins(seeing: [reusable])

    private static func addOrder(to group: inout VectorGroup) {
        let other = phone.record(.oneTime2) { $0.epoch += 3 }
        let accepted: [(String, String, [PrekeyRecord], [PrekeyRecord])] = [
            ("first-contact", "A device that was never seen.", [reusable], [reusable]),
            (
                "one-time-first", "One-time records first, in bundle order, whatever their epochs.",
                [other, reusable, oneTime], [other, oneTime, reusable]
            ),
            (
                "one-time-alone", "Without a reusable record neither epoch nor digest is pinned.",
                [oneTime], [oneTime]
            ),
        ]
        for (slug, comment, records, candidates) in accepted {
            group.add("choice-\(slug)", rule: "S-1", comment) {
                ChoiceDraft(records).accepted(candidates, $0)
            }
        }
        group.add("choice-empty", rule: "S-1", "An empty bundle.") {
            ChoiceDraft([]).refused("noPrekey", $0)
        }
    }

    private static func addPinned(to group: inout VectorGroup) {
        let later = phone.record {
            $0.epoch += 1
            $0.minimumEpoch = $0.epoch
        }
        let earlierOneTime = phone.record(.oneTime1) { $0.epoch -= 9 }
        let accepted: [(String, String, [PrekeyRecord], [PrekeyRecord])] = [
            ("seen-again", "The very record that is pinned.", [reusable], [reusable]),
            ("next-epoch", "A record of a later epoch takes its place.", [later], [later]),
            (
                "pinned-one-time-alone", "Without a reusable record the pins stay.", [oneTime],
                [oneTime]
            ),
            (
                "one-time-of-earlier-epoch", "A one-time record is not compared with the pins.",
                [reusable, earlierOneTime], [earlierOneTime, reusable]
            ),
        ]
        for (slug, comment, records, candidates) in accepted {
            group.add("choice-\(slug)", rule: "S-1", comment) {
                ChoiceDraft(records, pins: pins).accepted(candidates, $0)
            }
        }
        group.add("choice-pinned-minimum-alone", rule: "S-1", "min_epoch was seen, and no digest.")
        {
            var pins = ChoicePins()
            pins.minimumEpoch = reusable.terms.epoch
            return ChoiceDraft([reusable], pins: pins).accepted([reusable], $0)
        }
        group.add("choice-empty-but-pinned", rule: "S-1", "An empty bundle of a known device.") {
            ChoiceDraft([], pins: pins).refused("noPrekey", $0)
        }
        let earlier = phone.record { $0.epoch -= 1 }
        let other = phone.record { $0.notAfter = $0.notAfter.advanced(by: .milliseconds(1)) }
        let expired = phone.record {
            $0.epoch -= 1
            $0.notAfter = Moment.base
        }
        let refused: [(String, String, [PrekeyRecord], String)] = [
            (
                "rolled-back", "A record of the epoch before the pinned one.", [earlier],
                "prekeyRolledBack"
            ),
            (
                "rolled-back-beside-one-time",
                "An earlier epoch, beside a one-time record that serves.",
                [oneTime, earlier], "prekeyRolledBack"
            ),
            (
                "rolled-back-before-expired", "A record of an earlier epoch that has expired, too.",
                [expired],
                "prekeyRolledBack"
            ),
            ("contradicted", "Another record of the pinned epoch.", [other], "prekeyContradicted"),
            (
                "contradicted-beside-one-time",
                "Another record of the pinned epoch, beside a one-time record.",
                [oneTime, other], "prekeyContradicted"
            ),
        ]
        for (slug, comment, records, expected) in refused {
            group.add(
                "choice-\(slug)",
                rule: "S-1 line \(expected == "prekeyRolledBack" ? 2 : 3)",
                comment
            ) {
                ChoiceDraft(records, pins: pins).refused(expected, $0)
            }
        }
    }

    /// A pinned epoch without a digest.
    private static func addWithoutDigest(to group: inout VectorGroup) {
        var pins = ChoicePins()
        pins.epoch = reusable.terms.epoch
        let earlier = phone.record { $0.epoch -= 1 }
        let later = phone.record { $0.epoch += 1 }
        let accepted: [(String, String, [PrekeyRecord])] = [
            ("", "An epoch is pinned without a digest: its record is pinned.", [reusable]),
            ("-later", "A record of a later epoch.", [later]),
            ("-one-time", "Without a reusable record the epoch stays.", [oneTime]),
        ]
        for (slug, comment, records) in accepted {
            group.add("choice-no-digest\(slug)", rule: "S-1 line 3", comment) {
                ChoiceDraft(records, pins: pins).accepted(records, $0)
            }
        }
        group.add(
            "choice-no-digest-rolled-back",
            rule: "S-1 line 2",
            "A record of an earlier epoch than the pinned one, of which no digest is pinned."
        ) {
            ChoiceDraft([oneTime, earlier], pins: pins).refused("prekeyRolledBack", $0)
        }
    }

    private static func addTerms(to group: inout VectorGroup) {
        let (start, end) = (reusable.terms.notBefore, reusable.terms.notAfter)
        let moment: Duration = .milliseconds(1)
        let moments: [(String, String, Timestamp, String)] = [
            ("first-moment", "now is not_before.", start, "accepted"),
            (
                "not-yet-valid", "now is a millisecond before not_before.",
                start.advanced(by: .zero - moment), "prekeyNotYetValid"
            ),
            (
                "last-moment", "now is a millisecond before not_after.",
                end.advanced(by: .zero - moment), "accepted"
            ),
            ("expired", "now is not_after.", end, "noPrekey"),
        ]
        for (slug, comment, now, expected) in moments {
            group.add("choice-\(slug)", rule: "S-1 line 5", comment) {
                let draft = ChoiceDraft([reusable], now: now)
                return expected == "accepted"
                    ? draft.accepted([reusable], $0) : draft.refused(expected, $0)
            }
        }
        let early = phone.record(.oneTime1) { $0.notBefore = end.advanced(by: .zero - moment) }
        let late = phone.record { $0.notAfter = start.advanced(by: moment) }
        group.add(
            "choice-early-and-late",
            rule: "S-1 line 5",
            "One record has expired, one begins later."
        ) {
            ChoiceDraft([early, late]).refused("prekeyNotYetValid", $0)
        }
        group.add("choice-one-serves", rule: "S-1 line 5", "One record begins later, one serves.") {
            ChoiceDraft([early, reusable]).accepted([reusable], $0)
        }
        group.add(
            "choice-one-time-serves",
            rule: "S-1 line 5",
            "The reusable record has expired, a one-time record serves."
        ) {
            ChoiceDraft([late, oneTime]).accepted([oneTime], $0)
        }
    }

    private static func addRevoked(to group: inout VectorGroup) {
        var raised = pins
        raised.minimumEpoch = reusable.terms.epoch + 1
        group.add(
            "choice-revoked-by-pin",
            rule: "S-1 line 4",
            "A higher min_epoch was seen before."
        ) {
            ChoiceDraft([reusable], pins: raised).refused("noPrekey", $0)
        }
        let early = phone.record(.oneTime1) {
            $0.notBefore = $0.notAfter.advanced(by: .seconds(-1))
        }
        group.add(
            "choice-revoked-and-not-yet-valid",
            rule: "S-1 line 4",
            "A record that begins later, and is revoked."
        ) {
            ChoiceDraft([early], pins: raised).refused("noPrekey", $0)
        }
        let earlier = phone.record(.oneTime1) { $0.epoch -= 1 }
        let revoking = phone.record { $0.minimumEpoch = $0.epoch }
        group.add(
            "choice-revoked-by-bundle",
            rule: "S-1 line 4",
            "The reusable record revokes a one-time record."
        ) {
            ChoiceDraft([earlier, revoking]).accepted([revoking], $0)
        }
        let oneTimeRevoking = phone.record(.oneTime2) {
            $0.epoch += 1
            $0.minimumEpoch = $0.epoch
        }
        group.add(
            "choice-revoked-by-one-time",
            rule: "S-1 line 4",
            "A one-time record revokes the reusable one."
        ) {
            ChoiceDraft([reusable, oneTimeRevoking]).accepted([oneTimeRevoking], $0)
        }
        let expired = phone.record(.oneTime2) {
            $0.minimumEpoch = $0.epoch + 1
            $0.notAfter = Moment.base
        }
        group.add(
            "choice-revoked-by-expired",
            rule: "S-1 line 4",
            "An expired one-time record revokes the reusable one."
        ) {
            ChoiceDraft([reusable, expired]).refused("noPrekey", $0)
        }
    }
}
