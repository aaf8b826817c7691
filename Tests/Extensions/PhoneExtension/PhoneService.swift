// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushServiceExtension
package import UserNotifications

/// The extension of a phone's app.
package final class PhoneService: SealedNotificationService {
    private let folder: PhoneFolder

    package init(_ folder: PhoneFolder) {
        self.folder = folder
    }

    package override var settings: ServiceSettings { folder.settings }

    package override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let leak = folder.leak else {
            return super.didReceive(request, withContentHandler: contentHandler)
        }
        super.didReceive(request) { [folder] content in
            contentHandler(leak.tell(content, folder))
        }
    }
}
