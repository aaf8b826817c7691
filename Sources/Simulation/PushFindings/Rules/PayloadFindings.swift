// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
import SimulatedDevice

/// Members of the payload that no device takes as they are.
struct PayloadFindings {
    let push: KnownPush

    var findings: [Finding] {
        guard let payload = push.arrived?.payload else { return [] }
        let misplaced = MisplacedKeys(in: push)
        // The flag has a sentence of its own.
        let members = ContentMapping.passedOver(in: payload).filter { $0 != "aps.mutable-content" }
        return members.map(notTaken) + misplaced.unknown + misplaced.outside
    }

    private func notTaken(_ member: String) -> Finding {
        let value = member.split(separator: ".").reduce(push.root) { $0?[String($1)] }
        return Finding(
            FindingRule(.valueNotTaken),
            of: Payload.Note.passedOver(member).message
                + (value.map { ": it is \($0.words)" } ?? ""),
            remedy(for: member),
            in: member
        )
    }

    private func remedy(for member: String) -> String {
        switch member {
        case "aps.badge":
            "write a whole number from 0 on, without quotation marks"
        case "aps.interruption-level":
            "write one of "
                + NotificationContent.InterruptionLevel.allCases.map { "'\($0.rawValue)'" }
                .joined(separator: ", ")
        case "aps.content-available", "aps.sound.critical":
            "write the number 1, without quotation marks"
        case "aps.relevance-score", "aps.sound.volume":
            "write a number from 0 to 1, without quotation marks"
        case "aps.alert", "aps.sound": "write a text, or an object"
        default: "write a text, between quotation marks"
        }
    }
}
