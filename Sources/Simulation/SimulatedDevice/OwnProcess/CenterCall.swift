// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CallKit
import Foundation
import UserNotifications
import ValueObjects

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
