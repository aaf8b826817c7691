// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the errors of user notifications.
public let UNErrorDomain: String = "UNErrorDomain"

/// An error of a notification, of one of its attachments, or of asking for one.
public struct UNError: CustomNSError, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: Int, Hashable, Sendable, BitwiseCopyable {
        /// The app may not notify.
        case notificationsNotAllowed = 1
        /// The attachment is no file that can be read.
        case attachmentInvalidURL = 100
        /// The attachment is of no kind that can be shown.
        case attachmentUnrecognizedType = 101
        /// The attachment is too large for its kind.
        case attachmentInvalidFileSize = 102
        /// The attachment is not among those that the system keeps.
        case attachmentNotInDataStore = 103
        /// The attachment could not be moved to those that the system keeps.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The attachment can't be shown.
        case attachmentCorrupt = 105
        /// The trigger never comes.
        case notificationInvalidNoDate = 1_400
        /// There is nothing to show, play or count.
        case notificationInvalidNoContent = 1_401
        /// Content can't be updated from such an object.
        case contentProvidingObjectNotAllowed = 1_500
        /// Content can't be updated from this object, as something is missing in it.
        case contentProvidingInvalid = 1_501
        /// The number is none for a badge.
        case badgeInputInvalid = 1_600

        /// True if an error is of this kind: `catch UNError.attachmentCorrupt`.
        public static func ~= (match: Self, error: any Error) -> Bool {
            let error = error as NSError
            return error.domain == UNErrorDomain && error.code == match.rawValue
        }
    }

    /// The kind of the error.
    public let code: Code

    private let details: Details

    /// An error with what else there is to say.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        details = Details(userInfo)
    }

    /// The rest that there is to say.
    public var userInfo: [String: Any] { details.userInfo }

    /// The number of the kind.
    public var errorCode: Int { code.rawValue }

    /// The rest that there is to say, with a description.
    public var errorUserInfo: [String: Any] {
        userInfo.merging([NSLocalizedDescriptionKey: code.explanation]) { given, _ in given }
    }

    /// The fault, in English.
    public var localizedDescription: String {
        userInfo[NSLocalizedDescriptionKey] as? String ?? code.explanation
    }

    /// The domain of the errors of user notifications.
    public static var errorDomain: String { UNErrorDomain }

    /// True if both are of one kind and say the same.
    public static func == (lhs: UNError, rhs: UNError) -> Bool {
        lhs.code == rhs.code && lhs.details == rhs.details
    }

    /// Feeds the kind into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

/// What an error says; nothing in it changes once the error is made.
private struct Details: @unchecked Sendable, Equatable {
    let userInfo: [String: Any]

    init(_ userInfo: [String: Any]) {
        self.userInfo = userInfo
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
        NSDictionary(dictionary: lhs.userInfo) == NSDictionary(dictionary: rhs.userInfo)
    }
}

extension UNError.Code {
    fileprivate var explanation: String {
        switch self {
        case .notificationsNotAllowed: "The app may not notify."
        case .attachmentInvalidURL: "The attachment is no file that can be read."
        case .attachmentUnrecognizedType: "The attachment is of no kind that can be shown."
        case .attachmentInvalidFileSize: "The attachment is too large for its kind."
        case .attachmentNotInDataStore: "The system keeps no such attachment."
        case .attachmentMoveIntoDataStoreFailed: "The attachment could not be moved."
        case .attachmentCorrupt: "The attachment can't be shown."
        case .notificationInvalidNoDate: "The trigger never comes."
        case .notificationInvalidNoContent: "There is nothing to show, play or count."
        case .contentProvidingObjectNotAllowed: "Content can't be updated from such an object."
        case .contentProvidingInvalid: "Something is missing in the object."
        case .badgeInputInvalid: "The number is none for a badge."
        }
    }
}

extension UNError {
    /// The app may not notify.
    public static var notificationsNotAllowed: UNError.Code { .notificationsNotAllowed }
    /// The attachment is no file that can be read.
    public static var attachmentInvalidURL: UNError.Code { .attachmentInvalidURL }
    /// The attachment is of no kind that can be shown.
    public static var attachmentUnrecognizedType: UNError.Code { .attachmentUnrecognizedType }
    /// The attachment is too large for its kind.
    public static var attachmentInvalidFileSize: UNError.Code { .attachmentInvalidFileSize }
    /// The attachment is not among those that the system keeps.
    public static var attachmentNotInDataStore: UNError.Code { .attachmentNotInDataStore }
    /// The attachment could not be moved to those that the system keeps.
    public static var attachmentMoveIntoDataStoreFailed: UNError.Code {
        .attachmentMoveIntoDataStoreFailed
    }
    /// The attachment can't be shown.
    public static var attachmentCorrupt: UNError.Code { .attachmentCorrupt }
    /// The trigger never comes.
    public static var notificationInvalidNoDate: UNError.Code { .notificationInvalidNoDate }
    /// There is nothing to show, play or count.
    public static var notificationInvalidNoContent: UNError.Code { .notificationInvalidNoContent }
    /// Content can't be updated from such an object.
    public static var contentProvidingObjectNotAllowed: UNError.Code {
        .contentProvidingObjectNotAllowed
    }
    /// Content can't be updated from this object, as something is missing in it.
    public static var contentProvidingInvalid: UNError.Code { .contentProvidingInvalid }
    /// The number is none for a badge.
    public static var badgeInputInvalid: UNError.Code { .badgeInputInvalid }
}
