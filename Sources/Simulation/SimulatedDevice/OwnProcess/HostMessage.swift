// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CallKit
import Foundation
import Intents
import SimulationSupport
import UserNotifications
import ValueObjects

/// What the device tells the extension's process; `run` names the extension object.
enum DeviceMessage: Codable, Sendable {
    /// Make an extension with this Info.plist, and give it this request.
    case receive(run: Int, UNNotificationRequest.Values, InfoPlist)
    /// Call `serviceExtensionTimeWillExpire`.
    case warn(run: Int)
    /// Let go of the extension.
    case release(run: Int)
    /// The answer to a call.
    case answer(call: Int, CenterAnswer)
}

/// What the extension's process tells the device.
enum HostMessage: Codable, Sendable {
    /// It is there, and takes requests.
    case ready
    /// It has a request in hand.
    case taken(run: Int)
    /// An extension did something.
    case event(run: Int, HostEvent)
    /// Something goes on after a delay, in nanoseconds.
    case delayed(Int64)
    /// Nothing more can come of an extension.
    case gone(run: Int)
    /// The extension asks its notification center; an answer comes.
    case call(Int, CenterCall)
    /// The extension donates an interaction.
    case donate(INInteraction.Values)
    /// The extension takes donations back.
    case forget(DonationSelection)
}

extension FrameChannel {
    /// The code that the process ends with where it has more to say than a message holds
    /// (`EX_DATAERR`).
    private static let tooMuch: Int32 = 65

    /// Sends a message.
    ///
    /// - Throws: what ``send(_:)`` says of its frame, `EINVAL` for what can't be one.
    func send(message: some Encodable) throws(SystemError) {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        guard let frame = try? encoder.encode(message) else { throw SystemError(EINVAL) }
        try send(Array(frame))
    }

    /// Sends a message to the device, or ends the process if the message is too large.
    ///
    /// Otherwise the device would report an extension that does nothing.
    func tell(_ message: HostMessage) {
        do throws(SystemError) {
            try send(message: message)
        } catch  where error.code == EMSGSIZE || error.code == EINVAL {
            exit(Self.tooMuch)
        } catch {
            // The device is gone, and this process soon.
        }
    }

    /// A message of a frame; nil where it holds none.
    static func message<Message: Decodable>(_ frame: [UInt8]) -> Message? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return try? decoder.decode(Message.self, from: Data(frame))
    }
}

/// A call to the notification center, as a value.
enum CenterCall: Codable, Sendable {
    case now
    case deviceState
    case supportsContentExtensions
    case localizedFormat(String)
    case requestAuthorization(options: UInt)
    case settings
    case setCategories(Set<UNNotificationCategory.Values>)
    case categories
    case add(UNNotificationRequest.Values)
    case pendingRequests
    case removePendingRequests(NotificationSelection)
    case deliveredNotifications
    case removeDeliveredNotifications(NotificationSelection)
    case setBadgeCount(Int)
    case keychain(DeviceKeychain.Call)
    case reportCall(PropertyList)
}

/// What the notification center answers.
enum CenterAnswer: Codable, Sendable {
    case done
    case failed(code: Int)
    case date(Date)
    case deviceState(DeviceState)
    case flag(Bool)
    case text(String?)
    case authorization(Bool, code: Int?)
    case settings(UNNotificationSettings.Values)
    case categories(Set<UNNotificationCategory.Values>)
    case requests([UNNotificationRequest.Values])
    case notifications([UNNotification.Values])
    case keychain(DeviceKeychain.Answer)
    case call(CXErrorCodeNotificationServiceExtensionError.Code?)

    /// Nothing, or what was wrong.
    init(_ error: UNError?) {
        self = error.map { .failed(code: $0.code.rawValue) } ?? .done
    }

    /// What was wrong, if anything was.
    var error: UNError? {
        switch self {
        case .failed(let code), .authorization(_, let code?):
            UNError.Code(rawValue: code).map { UNError($0) }
        default: nil
        }
    }
}

extension DeviceCenter {
    /// Does what a call asks for; the answer comes once, then or later.
    func perform(_ call: CenterCall, answer: @escaping @Sendable (CenterAnswer) -> Void) {
        switch call {
        case .now: answer(.date(now))
        case .deviceState: answer(.deviceState(deviceState))
        case .supportsContentExtensions: answer(.flag(supportsContentExtensions))
        case .localizedFormat(let key): answer(.text(localizedFormat(forKey: key)))
        case .requestAuthorization(let options):
            requestAuthorization(UNAuthorizationOptions(rawValue: options)) { isGranted, error in
                answer(.authorization(isGranted, code: error?.code.rawValue))
            }
        case .settings: settings { answer(.settings($0)) }
        case .setCategories(let categories):
            setCategories(categories)
            answer(.done)
        case .categories: categories { answer(.categories($0)) }
        case .add(let request): add(request) { answer(CenterAnswer($0)) }
        case .pendingRequests: pendingRequests { answer(.requests($0)) }
        case .removePendingRequests(let selection):
            removePendingRequests(selection)
            answer(.done)
        case .deliveredNotifications: deliveredNotifications { answer(.notifications($0)) }
        case .removeDeliveredNotifications(let selection):
            removeDeliveredNotifications(selection)
            answer(.done)
        case .setBadgeCount(let count): setBadgeCount(count) { answer(CenterAnswer($0)) }
        case .keychain(let call): answer(.keychain(perform(call, asExtension: true)))
        case .reportCall(let payload): answer(.call(reportCall(payload, asExtension: true)))
        }
    }
}
