// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
