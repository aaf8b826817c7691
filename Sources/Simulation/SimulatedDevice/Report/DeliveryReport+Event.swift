// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeliveryReport {
    /// An event of a delivery, with its time.
    public struct Event: Sendable, Hashable {
        /// The kind of an event.
        @nonexhaustive
        public enum Kind: Sendable, Hashable {
            /// The push reached the device, later than it was sent if the push service kept it or
            /// another push overtook it.
            case arrived
            /// The system began to launch the extension.
            case launched
            /// The extension's object was created.
            case created
            /// The system called `didReceive(_:withContentHandler:)`.
            case received
            /// `didReceive(_:withContentHandler:)` returned.
            case returned
            /// The system called `serviceExtensionTimeWillExpire()`.
            case warned
            /// `serviceExtensionTimeWillExpire()` returned.
            case warningReturned
            /// The extension called its content handler before the warning.
            case handedOver
            /// The extension called its content handler for the first time after the warning.
            case handedOverAtWarning
            /// The extension called its content handler again, without effect.
            case handedOverAgain
            /// The extension called its content handler too late, without effect.
            case handedOverLate
            /// The extension released its content handler without calling it, so it can no longer
            /// hand over.
            case handlerReleased
            /// The process that ends next said so of its end: the function in which it crashed, and
            /// the message of a `fatalError`.
            case crashTold(String)
            /// The extension's process ended by itself; the value is the signal, or else the exit
            /// code.
            ///
            /// A delivery that is complete also has this event if the process still held its
            /// content handler.
            case crashed(String)
            /// The system killed the extension.
            case killed
            /// The device moved its virtual clock for the first time, to this time since the push
            /// was sent, because the extension did nothing more in its real time.
            ///
            /// It occurs if a test asks for a report, and not with
            /// ``SimulatedDevice/advance(by:)``.
            case clockMoved(to: Duration)
            /// The device stopped its virtual clock for this real time because the extension had an
            /// open connection.
            case clockHeld(for: Duration)
            /// As ``clockHeld(for:)``, but after the end of the push, while the extension could
            /// still hand over again.
            case clockHeldAfterward(for: Duration)
            /// App Transport Security stopped the extension from asking for this URL, which is
            /// plain http and not allowed by ``DeviceProfile/info``; it has no query.
            case insecureLoadStopped(String)
            /// The extension could not create an attachment from a file of this name and type;
            /// `code` is the `UNError.Code`. The name of a URL that is no file's begins with its
            /// scheme and host.
            case attachmentNotMade(String, type: String, code: Int)
            /// The device moved an attachment of this identifier into its store.
            case attachmentStored(String)
            /// The system omitted an attachment of this identifier; `code` is the `UNError.Code`.
            case attachmentRefused(String, code: Int)
            /// The system omitted an attachment of this identifier because its first bytes are not
            /// of its type; `content` describes what they are.
            case attachmentMismatched(String, type: String, content: String)
            /// The device did not play a critical sound as one.
            case criticalSoundRefused(CriticalSoundRefusal)
            /// The system asked the app in the foreground how to present the notification.
            case appAsked
            /// The user sees or hears the notification, or the app's badge changed.
            case shown
            /// The notification replaced an earlier one of the same identifier.
            case replaced
            /// A badge of 0 removed this number of the app's notifications.
            case listCleared(Int)
            /// The app's badge was set to this number without a notification.
            case badgeSet(Int)
            /// Nothing is shown.
            case notShown
            /// The system woke the app to load new data.
            case appWoken
            /// The system did not wake the app although the push asks for it.
            case appNotWoken(WakeRefusal)
            /// The app that was woken answered in time.
            case appAnswered(FetchResult)
            /// The app that was woken answered too late or again, without effect.
            case appAnsweredLate(FetchResult)
            /// The app that was woken did not answer in time.
            case appTimedOut
        }

        /// The time since the push was sent.
        public let time: Duration
        /// The kind of the event.
        public let kind: Kind
    }
}

extension DeliveryReport.Event.Kind {
    /// The name of the event in reports.
    var name: String {
        switch self {
        case .arrived: "arrived"
        case .launched: "launched"
        case .created: "created"
        case .received: "received"
        case .returned: "returned"
        case .warned: "warned"
        case .warningReturned: "warningReturned"
        case .handedOver: "handedOver"
        case .handedOverAtWarning: "handedOverAtWarning"
        case .handedOverAgain: "handedOverAgain"
        case .handedOverLate: "handedOverLate"
        case .handlerReleased: "handlerReleased"
        case .crashTold: "crashTold"
        case .crashed: "crashed"
        case .killed: "killed"
        case .clockMoved: "clockMoved"
        case .clockHeld: "clockHeld"
        case .clockHeldAfterward: "clockHeldAfterward"
        case .insecureLoadStopped: "insecureLoadStopped"
        case .attachmentNotMade: "attachmentNotMade"
        case .attachmentStored: "attachmentStored"
        case .attachmentRefused: "attachmentRefused"
        case .attachmentMismatched: "attachmentMismatched"
        case .criticalSoundRefused: "criticalSoundRefused"
        case .appAsked: "appAsked"
        case .shown: "shown"
        case .replaced: "replaced"
        case .listCleared: "listCleared"
        case .badgeSet: "badgeSet"
        case .notShown: "notShown"
        case .appWoken: "appWoken"
        case .appNotWoken: "appNotWoken"
        case .appAnswered: "appAnswered"
        case .appAnsweredLate: "appAnsweredLate"
        case .appTimedOut: "appTimedOut"
        }
    }

    /// The details of the event in reports.
    var detail: String? {
        switch self {
        case .crashed(let end), .crashTold(let end): end
        case .insecureLoadStopped(let url): url
        case .clockMoved(let time): "to \(time.milliseconds) ms"
        case .clockHeld(let time), .clockHeldAfterward(let time):
            "\(time.milliseconds) ms of real time"
        case .attachmentNotMade(let file, let type, let code):
            "\(file), type \(type), error \(code)"
        case .attachmentStored(let identifier): identifier
        case .attachmentRefused(let identifier, let code): "\(identifier), error \(code)"
        case .attachmentMismatched(let identifier, let type, let content):
            "\(identifier), \(content) and not \(type)"
        case .criticalSoundRefused(let refusal): refusal.rawValue
        case .badgeSet(let number), .listCleared(let number): "\(number)"
        case .appNotWoken(let refusal): refusal.rawValue
        case .appAnswered(let result), .appAnsweredLate(let result): "\(result)"
        default: nil
        }
    }
}
