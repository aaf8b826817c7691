// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// Where extensions live: one is made for each push.
protocol ExtensionHosting: Sendable {
    /// The number of the process that they live in, if there is one now.
    var processID: pid_t? { get }
    /// How long an open connection of that process holds a virtual clock, unless the profile says.
    var connectionPatience: Duration { get }

    /// Prepares an extension for a request.
    ///
    /// - Parameters:
    ///   - request: What it will receive.
    ///   - tell: Hears what it does, from any thread, in order for each thread.
    /// - Returns: The extension, of which nothing is there yet.
    func prepare(
        _ request: UNNotificationRequest.Values,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) -> any HostedExtension
}

/// An extension on its way through one push.
protocol HostedExtension: Sendable {
    /// Sees to it that there is a process for it; the first call.
    func launch()
    /// Makes the extension and calls `didReceive`, on a thread of its own.
    func receive()
    /// Calls `serviceExtensionTimeWillExpire`, on a thread of its own.
    func warn()
    /// Ends it without a word; what it does from now on has no effect.
    func kill()
    /// Has its process abort; that is told as a crash, perhaps later.
    func crash()
    /// Lets go of it: its run is over. Hand-overs are still told.
    func release()
}

/// What an extension did.
enum HostEvent: Sendable, Codable {
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
    /// It let go of its content handler, so that it can't call it any more.
    case handlerReleased
    /// It could not make an attachment.
    case attachmentNotMade(AttachmentFailure)
    /// Its process ended by itself; how, in a word.
    case crashed(String)
    /// Its process has this much anonymous memory, in bytes.
    case memory(Int)
}
