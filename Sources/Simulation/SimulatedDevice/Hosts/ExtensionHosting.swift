// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// Where extensions live: one is made for each push.
protocol ExtensionHosting: Sendable {
    /// What the process does that they live in, apart from calls that have not returned.
    ///
    /// - Parameter all: Whether connections count that may be those of other code.
    /// - Returns: What it does now.
    func activity(all: Bool) -> HostActivity

    /// Prepares an extension for a request.
    ///
    /// - Parameters:
    ///   - request: What it will receive.
    ///   - info: Its Info.plist.
    ///   - tell: Hears what it does, from any thread, in order for each thread.
    /// - Returns: The extension, of which nothing is there yet.
    func prepare(
        _ request: UNNotificationRequest.Values,
        info: InfoPlist,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) -> any HostedExtension
}

/// What of an extension's process works on while none of its calls is open.
struct HostActivity: Sendable {
    /// Whether it has a connection that is open, or being opened.
    var isConnected = false
    /// The time until a timer runs that it has set.
    var nextTimer: Duration?
    /// Whether it is about to end by its own fault.
    var isEnding = false
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
    /// App Transport Security stopped it from asking for a URL.
    case insecureLoadStopped(String)
    /// It could not make an attachment.
    case attachmentNotMade(AttachmentFailure)
    /// What its process said of its end, which comes next.
    case crashTold(String)
    /// Its process ended by itself; how, in a word.
    case crashed(String)
    /// Its process has this much anonymous memory, in bytes.
    case memory(Int)
}
