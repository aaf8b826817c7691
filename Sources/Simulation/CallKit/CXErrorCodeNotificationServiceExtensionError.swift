// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

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
