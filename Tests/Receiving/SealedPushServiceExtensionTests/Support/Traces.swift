// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SimulatedDevice
import Synchronization

/// What a phone leaves behind: everything that it shows, logs and stores.
struct Traces {
    let scene: Scene

    /// What a linter finds, with the place where it does.
    func leaks(_ linter: LeakLinter) throws -> [String] {
        let places = [
            ("shown", shown), ("donated", donated), ("told by the device", told),
            ("reported", scene.folder.read(.reports) ?? ""),
            ("printed", scene.folder.read(.output) ?? ""),
        ]
        let found = places.flatMap { place, text in
            linter.leaks(in: Data(text.utf8)).map { "\($0) \(place)" }
        }
        // The key is meant to be there, the server is another machine, and the test's own notes are
        // searched above.
        let skipped = Set(PhoneFolder.Note.allCases.map(\.rawValue)).union(["store/key", "server"])
        return try found + linter.leaks(below: scene.phone.path, except: skipped)
    }

    /// What the user and the app came to see, the app all of it.
    private var shown: String {
        scene.device.history.map { appearance in
            let notification = appearance.notification
            let content = notification.content
            let texts: [String?] =
                [
                    notification.identifier, content.title, content.subtitle, content.body,
                    content.threadIdentifier, content.categoryIdentifier, content.launchImageName,
                    content.targetContentIdentifier, content.filterCriteria,
                    content.userInfo.map { String(decoding: $0.bytes, as: UTF8.self) },
                    notification.sender?.name, notification.sender?.group,
                ] + notification.lines + content.attachments.map(\.path)
                + notification.attachments.map(\.identifier)
            return texts.compactMap(\.self).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// What the device reports of what it did, for people and for tools; but for the push as it
    /// came.
    private var told: String {
        scene.deviceReports.withLock(\.self).map { report in
            let object = try? JSONSerialization.jsonObject(with: Data(report.json.utf8))
            var members = object as? [String: Any] ?? [:]
            members["original"] = nil
            let data = try? JSONSerialization.data(
                withJSONObject: members,
                options: .withoutEscapingSlashes
            )
            return report.text + String(decoding: data ?? Data(), as: UTF8.self)
        }.joined(separator: "\n")
    }

    private var donated: String {
        scene.device.donations.map { donation in
            "\(donation.identifier)\n\(donation.groupIdentifier ?? "")\n\(dumped(donation.intent))"
        }.joined(separator: "\n")
    }

    private func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }
}
