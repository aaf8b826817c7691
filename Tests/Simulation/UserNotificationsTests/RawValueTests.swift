// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import UserNotifications
import UserNotificationsUI

@Suite struct RawValueTests {
    @Test(arguments: [
        (UNError.Code.notificationsNotAllowed, 1), (.attachmentInvalidURL, 100),
        (.attachmentUnrecognizedType, 101), (.attachmentInvalidFileSize, 102),
        (.attachmentNotInDataStore, 103), (.attachmentMoveIntoDataStoreFailed, 104),
        (.attachmentCorrupt, 105), (.notificationInvalidNoDate, 1_400),
        (.notificationInvalidNoContent, 1_401), (.contentProvidingObjectNotAllowed, 1_500),
        (.contentProvidingInvalid, 1_501), (.badgeInputInvalid, 1_600),
    ])
    func `errors have Apple's codes`(_ code: UNError.Code, _ number: Int) {
        #expect(code.rawValue == number)
    }

    @Test func `enumerations have Apple's numbers`() {
        let status: [UNAuthorizationStatus] = [
            .notDetermined, .denied, .authorized, .provisional, .ephemeral,
        ]
        #expect(status.map(\.rawValue) == [0, 1, 2, 3, 4])
        let setting: [UNNotificationSetting] = [.notSupported, .disabled, .enabled]
        #expect(setting.map(\.rawValue) == [0, 1, 2])
        let style: [UNAlertStyle] = [.none, .banner, .alert]
        #expect(style.map(\.rawValue) == [0, 1, 2])
        let previews: [UNShowPreviewsSetting] = [.always, .whenAuthenticated, .never]
        #expect(previews.map(\.rawValue) == [0, 1, 2])
        let level: [UNNotificationInterruptionLevel] = [
            .passive, .active, .timeSensitive, .critical,
        ]
        #expect(level.map(\.rawValue) == [0, 1, 2, 3])
        let answer: [UNNotificationContentExtensionResponseOption] = [
            .doNotDismiss, .dismiss, .dismissAndForwardAction,
        ]
        #expect(answer.map(\.rawValue) == [0, 1, 2])
        let button: [UNNotificationContentExtensionMediaPlayPauseButtonType] = [
            .none, .default, .overlay,
        ]
        #expect(button.map(\.rawValue) == [0, 1, 2])
    }

    @Test func `options have Apple's bits`() {
        let action: [UNNotificationActionOptions] = [
            .authenticationRequired, .destructive, .foreground,
        ]
        #expect(action.map(\.rawValue) == [1, 2, 4])
        let category: [UNNotificationCategoryOptions] = [
            .customDismissAction, .allowInCarPlay, .hiddenPreviewsShowTitle,
            .hiddenPreviewsShowSubtitle, .allowAnnouncement,
        ]
        #expect(category.map(\.rawValue) == [1, 2, 4, 8, 16])
        let leave: [UNAuthorizationOptions] = [
            .badge, .sound, .alert, .carPlay, .criticalAlert, .providesAppNotificationSettings,
            .provisional, .announcement, .timeSensitive,
        ]
        #expect(leave.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
        let presentation: [UNNotificationPresentationOptions] = [
            .badge, .sound, .alert, .list, .banner,
        ]
        #expect(presentation.map(\.rawValue) == [1, 2, 4, 8, 16])
    }

    @Test func `actions of the system have Apple's names`() {
        #expect(
            UNNotificationDefaultActionIdentifier
                == "com.apple.UNNotificationDefaultActionIdentifier"
        )
        #expect(
            UNNotificationDismissActionIdentifier
                == "com.apple.UNNotificationDismissActionIdentifier"
        )
    }
}
