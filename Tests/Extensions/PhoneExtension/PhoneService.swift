// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushServiceExtension

/// The extension of a phone's app.
package final class PhoneService: SealedNotificationService {
    private let folder: PhoneFolder

    package init(_ folder: PhoneFolder) {
        self.folder = folder
    }

    package override var settings: ServiceSettings { folder.settings }
}
