// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPush
import SealedPushStore

/// The option of commands that can act as at another time.
struct TimeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act as if it were then: \(TimeText.momentForms).",
            valueName: "time"
        ),
        transform: Arguments.moment
    )
    var at: Timestamp?

    /// That time, or the clock's.
    var now: Timestamp { at ?? .now }
}

/// Reads the arguments that more is said about than that they are wrong.
enum Arguments {
    static func moment(_ text: String) throws -> Timestamp {
        do throws(TimeText.MomentError) {
            return try TimeText.moment(text)
        } catch {
            let fault =
                switch error {
                case .form: ""
                case .tooEarly: "the time is before 2020: "
                case .tooLate: "the time is after 9999: "
                }
            throw ValidationError("\(fault)write \(TimeText.momentForms)")
        }
    }

    static func timeToLive(_ text: String) throws -> TimeToLive {
        guard let life = TimeText.seconds(text).flatMap(TimeToLive.init(seconds:)) else {
            throw ValidationError("write \(TimeText.durationForms); 1s to 30d")
        }
        return life
    }

    static func topic(_ text: String) throws -> Topic {
        guard let topic = Topic(text) else {
            throw ValidationError(topicRule)
        }
        return topic
    }

    static let topicRule = "a topic has 1 to 250 bytes and no control character"

    static func padding(_ text: String) throws -> Padding {
        guard let padding = Padding(rawValue: text) else {
            throw ValidationError("write buckets, constant or none")
        }
        return padding
    }

    static func pushKind(_ text: String) throws -> Payload.PushKind {
        guard let kind = Payload.PushKind(rawValue: text) else {
            throw ValidationError("write alert or voip")
        }
        return kind
    }

    static func notificationName(_ text: String) throws -> NotificationName {
        guard let name = NotificationName(text) else {
            throw ValidationError(
                "write the apns-collapse-id that the message was sent with, 1 to 64 bytes"
            )
        }
        return name
    }

    static func attachmentType(_ text: String) throws -> AttachmentReference.FileType {
        guard let type = AttachmentReference.FileType(rawValue: text) else {
            throw ValidationError("write one of \(attachmentTypes)")
        }
        return type
    }

    static let attachmentTypes = AttachmentReference.FileType.allCases.map(\.rawValue).joined(
        separator: ", "
    )

    static func accessClass(_ text: String) throws -> AccessClass {
        guard let access = AccessClass(rawValue: text) else {
            throw ValidationError("write after-first-unlock or when-unlocked")
        }
        return access
    }

    static func lockState(_ text: String) throws -> LockState {
        guard let state = LockState(rawValue: text) else {
            throw ValidationError("write before-first-unlock, locked or unlocked")
        }
        return state
    }

    static func alertFields(_ text: String) throws -> [Payload.AlertField] {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Payload.AlertField(rawValue: String($0))
        }
        let known = fields.compactMap(\.self)
        guard known.count == fields.count, Set(known).count == known.count else {
            throw ValidationError("write title, subtitle or body, or several with commas")
        }
        return known
    }
}
