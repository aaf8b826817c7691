// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// Where extensions live: starts one for each push.
protocol ExtensionHosting: Sendable {
    /// Starts an extension with a request, and tells what it does from any thread, in order for each thread.
    func launch(
        _ request: UNNotificationRequest.Values,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) -> any HostedExtension
}

/// An extension that was started.
protocol HostedExtension: Sendable {
    /// Calls `serviceExtensionTimeWillExpire`, on a thread of its own.
    func warn()
    /// Ends it without a word; what it does from now on has no effect.
    func kill()
}

/// What an extension did.
enum HostEvent: Sendable {
    /// It was made.
    case created
    /// `didReceive` is being called.
    case received
    /// `didReceive` returned.
    case returned
    /// `serviceExtensionTimeWillExpire` returned.
    case warningReturned
    /// It called its content handler.
    case handedOver(UNNotificationContent.Values)
    /// Its process ended by itself; how, in a word.
    case crashed(String)
    /// Its process has this much anonymous memory, in bytes.
    case memory(Int)
}
