// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import UserNotifications

/// The object by which an app tells the system of calls.
///
/// Of Apple's class there is what a notification service extension may call: the app's own part,
/// `CXProvider(configuration:)` with its actions and screens, is not there.
open class CXProvider: NSObject {
    /// Has the system hand a call that came in a notification to the app, as a VoIP push.
    ///
    /// The device keeps it in `SimulatedDevice.reportedCalls`. It needs the entitlement to filter
    /// notifications (`DeviceProfile.mayFilter`), and is a service extension's alone to call; else
    /// the error is a ``CXErrorCodeNotificationServiceExtensionError``. On a queue of the test's
    /// process it is the extension that calls if the device is installed and a push is in the
    /// extension's hands.
    ///
    /// - Parameters:
    ///   - dictionaryPayload: What the app gets.
    ///   - completion: Called once, on any thread; with nil where the system has taken it.
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any],
        completion: (((any Error)?) -> Void)? = nil
    ) {
        let handler = CallHandler(call: completion)
        report(dictionaryPayload) { handler.call?($0) }
    }

    /// Has the system hand a call that came in a notification to the app, as a VoIP push.
    ///
    /// - Throws: ``CXErrorCodeNotificationServiceExtensionError``.
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any]
    ) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            report(dictionaryPayload) { error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        }
    }

    private class func report(
        _ payload: [AnyHashable: Any],
        _ completion:
            @escaping @Sendable (CXErrorCodeNotificationServiceExtensionError?) -> Void
    ) {
        let backing = UNUserNotificationCenter.current().backing
        guard let backing = backing as? any CallBacking else {
            return completion(CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess))
        }
        backing.reportCall(PropertyList(payload)) { code in
            completion(code.map { CXErrorCodeNotificationServiceExtensionError($0) })
        }
    }
}

/// A handler of an app, which is called once.
private struct CallHandler: @unchecked Sendable {
    let call: (((any Error)?) -> Void)?
}

/// Who takes calls: a device.
package protocol CallBacking: AnyObject, Sendable {
    /// Takes the payload of a call; the completion comes once, with what is wrong.
    func reportCall(
        _ payload: PropertyList,
        completion:
            @escaping @Sendable (CXErrorCodeNotificationServiceExtensionError.Code?) -> Void
    )
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the errors of a service extension that reports calls.
public let CXErrorDomainNotificationServiceExtension: String =
    "com.apple.CallKit.error.notificationserviceextension"

/// The reason for which the system takes no call from a service extension.
public struct CXErrorCodeNotificationServiceExtensionError: CustomNSError, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: Int, Hashable, Sendable, Codable {
        /// Nothing more is known.
        case unknown = 0
        /// Who reports is no notification service extension.
        case invalidClientProcess = 1
        /// The extension lacks the entitlement to filter notifications.
        case missingNotificationFilteringEntitlement = 2

        /// True if an error is of this kind.
        public static func ~= (match: Self, error: any Error) -> Bool {
            let error = error as NSError
            return error.domain == CXErrorDomainNotificationServiceExtension
                && error.code == match.rawValue
        }
    }

    /// The kind of the error.
    public let code: Code

    /// An error of a kind.
    public init(_ code: Code) {
        self.code = code
    }

    /// The number of the kind.
    public var errorCode: Int { code.rawValue }

    /// The fault, in English.
    public var localizedDescription: String { code.explanation }

    /// The rest that there is to say: a description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: code.explanation] }

    /// The domain of these errors.
    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }
}

extension CXErrorCodeNotificationServiceExtensionError.Code {
    fileprivate var explanation: String {
        switch self {
        case .unknown: "The call was not taken."
        case .invalidClientProcess: "A notification service extension alone may report a call so."
        case .missingNotificationFilteringEntitlement:
            "The entitlement to filter notifications is missing."
        }
    }
}
