// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Something that happened in a delivery, and when.
public struct DeliveryEvent: Sendable, Hashable {
    /// What happened.
    @nonexhaustive
    public enum Kind: Sendable, Hashable {
        /// The push reached the device; one that was kept, or overtaken, does so some time after it
        /// was sent.
        case arrived
        /// The system began to start the extension.
        case launched
        /// The extension's object was made.
        case created
        /// `didReceive(_:withContentHandler:)` was called.
        case received
        /// `didReceive(_:withContentHandler:)` returned.
        case returned
        /// `serviceExtensionTimeWillExpire()` was called.
        case warned
        /// `serviceExtensionTimeWillExpire()` returned.
        case warningReturned
        /// The extension called its content handler, before it was warned.
        case handedOver
        /// The extension called its content handler for the first time after it was warned that its
        /// time was up.
        case handedOverAtWarning
        /// The extension called its content handler though it had done so: nothing came of it.
        case handedOverAgain
        /// The extension called its content handler when it was too late: nothing came of it.
        case handedOverLate
        /// The extension let go of its content handler without having called it: nothing can come
        /// of it any more.
        case handlerReleased
        /// The extension's process ended by itself: the signal, or else the exit code.
        ///
        /// That is told also of one that still holds the content handler of a push that is over.
        case crashed(String)
        /// The system ended the extension.
        case killed
        /// The device's virtual clock was moved for the first time since nothing came in the real
        /// time that the extension had: to
        /// this time since the push was sent.
        ///
        /// So it is where a test asks for a report; ``SimulatedDevice/advance(by:)`` is no such
        /// move.
        case clockMoved(to: Duration)
        /// The device's virtual clock was not moved for so long, in real time, as the extension had
        /// a connection open.
        case clockHeld(for: Duration)
        /// As ``clockHeld(for:)``, but after the end of the push, while the extension could still
        /// hand over again.
        case clockHeldAfterward(for: Duration)
        /// The extension could not make an attachment of a file of this name and type, for the
        /// reason that a `UNError.Code` of
        /// this number gives.
        case attachmentNotMade(String, type: String, code: Int)
        /// An attachment of this identifier was moved into the device's store.
        case attachmentStored(String)
        /// An attachment of this identifier was left out, for the reason that a `UNError.Code` of
        /// this number gives.
        case attachmentRefused(String, code: Int)
        /// An attachment of this identifier and type was left out, as its content is something
        /// else: by its first bytes this, in
        /// words.
        case attachmentMismatched(String, type: String, content: String)
        /// A critical sound was played as a plain one, if at all.
        case criticalSoundRefused(CriticalRefusal)
        /// The app was asked how to present the notification, since it is in the foreground.
        case appAsked
        /// The user sees the notification, or hears it, or the app's badge changed.
        case shown
        /// The notification took the place of an earlier one of its identifier.
        case replaced
        /// The app's badge was set to this number without a notification.
        case badgeSet(Int)
        /// Nothing is shown.
        case notShown
        /// The app was woken to load what is new.
        case appWoken
        /// The app was not woken though the push asks for it.
        case appNotWoken(WakeRefusal)
        /// The app that was woken said what came of it.
        case appAnswered(FetchResult)
        /// The app that was woken said so though its time was over, or it had done so: nothing came
        /// of it.
        case appAnsweredLate(FetchResult)
        /// The app that was woken did not say in time what came of it.
        case appTimedOut
    }

    /// The time since the push was sent.
    public let time: Duration
    /// What happened.
    public let kind: Kind
}

extension DeliveryEvent.Kind {
    /// What the event is called in reports.
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
        case .crashed: "crashed"
        case .killed: "killed"
        case .clockMoved: "clockMoved"
        case .clockHeld: "clockHeld"
        case .clockHeldAfterward: "clockHeldAfterward"
        case .attachmentNotMade: "attachmentNotMade"
        case .attachmentStored: "attachmentStored"
        case .attachmentRefused: "attachmentRefused"
        case .attachmentMismatched: "attachmentMismatched"
        case .criticalSoundRefused: "criticalSoundRefused"
        case .appAsked: "appAsked"
        case .shown: "shown"
        case .replaced: "replaced"
        case .badgeSet: "badgeSet"
        case .notShown: "notShown"
        case .appWoken: "appWoken"
        case .appNotWoken: "appNotWoken"
        case .appAnswered: "appAnswered"
        case .appAnsweredLate: "appAnsweredLate"
        case .appTimedOut: "appTimedOut"
        }
    }

    /// What the event is about, beyond its name.
    var detail: String? {
        switch self {
        case .crashed(let end): end
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
        case .badgeSet(let number): "\(number)"
        case .appNotWoken(let refusal): refusal.rawValue
        case .appAnswered(let result), .appAnsweredLate(let result): "\(result)"
        default: nil
        }
    }
}
