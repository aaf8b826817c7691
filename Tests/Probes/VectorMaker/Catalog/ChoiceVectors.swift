// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Which prekey a sender takes, and what it remembers: section 10.
enum ChoiceVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 1401)
        let records = try Records()
        try addSuites(records, to: &group)
        try addPinned(records, to: &group)
        try addTerms(records, to: &group)
        try addOffers(records, to: &group)
        return group.vectors
    }

    /// Records of one device that the vectors choose from.
    private struct Records {
        let phone: TestDevice
        let one: PrekeyRecord
        let two: PrekeyRecord
        let oneTime: PrekeyRecord

        init() throws {
            phone = try TestDevice("phone-1")
            one = try phone.record(PrekeyName(suite: .x25519, class: .reusable))
            two = try phone.record(PrekeyName(suite: .xwing, class: .reusable))
            oneTime = try phone.record(PrekeyName(suite: .xwing, class: .oneTime))
        }

        func reusable(_ change: (inout PrekeyRecord.Terms) -> Void) throws -> PrekeyRecord {
            try phone.record(PrekeyName(suite: .x25519, class: .reusable), change)
        }

        func oneTime(_ change: (inout PrekeyRecord.Terms) -> Void) throws -> PrekeyRecord {
            try phone.record(PrekeyName(suite: .x25519, class: .oneTime), change)
        }
    }

    private static func addSuites(_ records: Records, to group: inout VectorGroup) throws {
        let rule = "section 10, steps 3 and 4"
        let (one, two) = (records.one, records.two)
        let alone = try records.reusable { $0.offers = SuiteOffers(.x25519) }
        group.add("choice-strongest", rule: rule, "A device that was never seen.") {
            ChoiceDraft([one, two]).accepted([two], $0)
        }
        group.add("choice-named", rule: "M-32", "The caller names the weaker suite.") {
            ChoiceDraft([one, two], named: .x25519).accepted([one], $0)
        }
        group.add("choice-one-suite", rule: rule, "Suite 1 is all that was ever offered.") {
            ChoiceDraft([alone]).accepted([alone], $0)
        }
        group.add("choice-empty", rule: "M-24", "An empty bundle of an unknown device.") {
            ChoiceDraft([]).refused("noPrekey", $0)
        }
        group.add(
            "choice-withheld",
            rule: rule,
            "The record of suite 2 that is offered is missing."
        ) {
            ChoiceDraft([one]).refused("suiteDowngraded", $0)
        }
        group.add("choice-withdrawn", rule: rule, "Suite 2 was offered before, and is not now.") {
            let pins = ChoicePins(seeing: [one, two])
            return ChoiceDraft([alone], pins: pins.lowered(by: 1)).refused("suiteDowngraded", $0)
        }
        group.add("choice-empty-but-pinned", rule: rule, "An empty bundle of a known device.") {
            let pins = ChoicePins(seeing: [one, two])
            return ChoiceDraft([], pins: pins).refused("suiteDowngraded", $0)
        }
        group.add("choice-named-missing", rule: rule, "The suite that is named is missing.") {
            ChoiceDraft([alone], named: .xwing).refused("suiteNotOffered", $0)
        }
        let otherOneTime = try records.phone.record(PrekeyName(suite: .xwing, class: .oneTime)) {
            $0.epoch += 3
        }
        group.add(
            "choice-one-time-first",
            rule: "section 10, step 8",
            "One-time records come first, in bundle order, whatever their epochs."
        ) {
            ChoiceDraft([two, otherOneTime, one, records.oneTime])
                .accepted([otherOneTime, records.oneTime, two], $0)
        }
        group.add(
            "choice-one-time-alone",
            rule: "M-33",
            "Without a reusable record no epoch is pinned, and no offers."
        ) { ChoiceDraft([records.oneTime]).accepted([records.oneTime], $0) }
    }

    private static func addPinned(_ records: Records, to group: inout VectorGroup) throws {
        let (one, two) = (records.one, records.two)
        let seen = ChoicePins(seeing: [one, two])
        let later = try records.reusable { $0.epoch += 1 }
        let other = try records.reusable { $0.minimumEpoch += 1 }
        group.add("choice-seen-again", rule: "section 10, step 2", "The very records pinned.") {
            ChoiceDraft([one, two], pins: seen).accepted([two], $0)
        }
        try group.add("choice-next-epoch", rule: "M-33", "Later records take the pins' place.") {
            let later = try [
                PrekeyName(suite: .x25519, class: .reusable),
                .init(suite: .xwing, class: .reusable),
            ]
            .map {
                try records.phone.record($0) {
                    $0.epoch += 1
                    $0.minimumEpoch = $0.epoch
                }
            }
            return ChoiceDraft(later, pins: seen).accepted([later[1]], $0)
        }
        group.add("choice-rolled-back", rule: "section 10, step 1", "An epoch before the pinned.") {
            ChoiceDraft([one, two], pins: ChoicePins(seeing: [later])).refused(
                "prekeyRolledBack",
                $0
            )
        }
        group.add(
            "choice-mixed-epochs",
            rule: "section 10, step 1",
            "The reusable records of one bundle are of different epochs."
        ) { ChoiceDraft([later, two]).refused("prekeyRolledBack", $0) }
        group.add(
            "choice-contradicted",
            rule: "section 10, step 2",
            "Another record of the pinned epoch and suite."
        ) { ChoiceDraft([other, two], pins: seen).refused("prekeyContradicted", $0) }
        group.add(
            "choice-named-contradicted",
            rule: "section 10, step 2",
            "Every reusable record is checked, also of a suite that is not wanted."
        ) {
            ChoiceDraft([two, other], pins: seen, named: .xwing).refused("prekeyContradicted", $0)
        }
        try group.add(
            "choice-contradicted-first",
            rule: "section 10, step 2",
            "Steps 1 and 2 for one record before the next."
        ) {
            let earlier = try records.phone.record(PrekeyName(suite: .xwing, class: .reusable)) {
                $0.epoch -= 1
            }
            return ChoiceDraft([other, earlier], pins: seen).refused("prekeyContradicted", $0)
        }
        try group.add(
            "choice-one-time-of-earlier-epoch",
            rule: "section 10, step 1",
            "A one-time record of an earlier epoch is not rolled back."
        ) {
            let earlier = try records.oneTime { $0.epoch -= 9 }
            return ChoiceDraft([one, earlier], named: .x25519).accepted([earlier, one], $0)
        }
    }

    private static func addTerms(_ records: Records, to group: inout VectorGroup) throws {
        let one = records.one
        let start = one.terms.notBefore
        let end = one.terms.notAfter
        func draft(_ list: [PrekeyRecord], at now: Timestamp = Moment.base) -> ChoiceDraft {
            var draft = ChoiceDraft(list, named: .x25519)
            draft.now = now
            return draft
        }
        let rule = "section 10, steps 5 to 7"
        group.add("choice-first-moment", rule: rule, "Exactly not_before.") {
            draft([one], at: start).accepted([one], $0)
        }
        group.add("choice-not-yet-valid", rule: rule, "A millisecond before not_before.") {
            draft([one], at: start.advanced(by: .milliseconds(-1))).refused("prekeyNotYetValid", $0)
        }
        group.add("choice-last-moment", rule: rule, "A millisecond before not_after.") {
            draft([one], at: end.advanced(by: .milliseconds(-1))).accepted([one], $0)
        }
        group.add("choice-expired", rule: rule, "Exactly not_after.") {
            draft([one], at: end).refused("prekeyExpired", $0)
        }
        group.add("choice-revoked-by-pin", rule: rule, "A higher min_epoch was seen before.") {
            var pins = ChoicePins(seeing: [one])
            pins.minimumEpoch = one.terms.epoch + 1
            return ChoiceDraft([one], pins: pins, named: .x25519).refused("prekeyRevoked", $0)
        }
        try group.add(
            "choice-revoked-by-bundle",
            rule: rule,
            "The reusable record revokes a one-time record of an earlier epoch."
        ) {
            let revoking = try records.reusable { $0.minimumEpoch = $0.epoch }
            let earlier = try records.oneTime { $0.epoch -= 1 }
            return draft([earlier, revoking]).accepted([revoking], $0)
        }
        try group.add(
            "choice-last-error",
            rule: "section 10, step 7",
            "Where none serves, the last record of the suite tells why."
        ) {
            let early = try records.oneTime { $0.notBefore = end.advanced(by: .seconds(-1)) }
            let late = try records.reusable { $0.notAfter = start.advanced(by: .seconds(1)) }
            return draft([early, late]).refused("prekeyExpired", $0)
        }
        try group.add(
            "choice-revoked-before-expired",
            rule: rule,
            "Of one record the revocation is checked before the times."
        ) {
            let late = try records.reusable {
                $0.notAfter = start.advanced(by: .seconds(1))
                $0.minimumEpoch = $0.epoch + 1
            }
            return draft([late]).refused("prekeyRevoked", $0)
        }
    }

    private static func addOffers(_ records: Records, to group: inout VectorGroup) throws {
        let (one, two) = (records.one, records.two)
        let alone = try records.reusable { $0.offers = SuiteOffers(.x25519) }
        group.add(
            "choice-given-up",
            rule: "M-33",
            "A device that gave suite 2 up is sealed to where suite 1 is named; the older offers are then gone."
        ) {
            let pins = ChoicePins(seeing: [one, two]).lowered(by: 1)
            return ChoiceDraft([alone], pins: pins, named: .x25519).accepted([alone], $0)
        }
        group.add("choice-offers-joined", rule: "M-33", "Of one epoch all offers are joined.") {
            ChoiceDraft([alone, two]).accepted([two], $0)
        }
    }
}
