// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Code of an app that changes a push before it is shown.
open class UNNotificationServiceExtension: NSObject {
    /// Called with a push; hand the changed content to `contentHandler`, once and in time.
    ///
    /// Unless it is overridden, the content stays as it came.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Called on another thread when the time is nearly over: the last chance to hand over.
    open func serviceExtensionTimeWillExpire() {}
}
