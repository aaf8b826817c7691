// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import UserNotifications
import UserNotificationsUI

/// A notification that was expanded, and the content extension that draws it, if there is one.
///
/// It is what the extension's context asks: the device's side of it.
final class Expansion: ContentExtensionHost {
    private struct State {
        /// What is shown: the latest of its identifier.
        var entry: NotificationList.Entry
        var actions: [UNNotificationAction.Values]
        var isOpen = true
        var isPlaying = false
        /// Whether the extension has yet to say what becomes of an action.
        var isAsked = false
        var object: HandedObject<any UNNotificationContentExtension>?
        var ownResponse: UserResponse?
    }

    let caller: AppCaller
    private let maker: ContentExtensionMaker?
    private let center: DeviceCenter
    private let state: Mutex<State>

    init(
        _ entry: NotificationList.Entry,
        actions: [UNNotificationAction.Values],
        maker: ContentExtensionMaker?,
        caller: AppCaller,
        center: DeviceCenter
    ) {
        self.maker = maker
        self.caller = caller
        self.center = center
        state = Mutex(State(entry: entry, actions: actions))
    }

    var actions: [UNNotificationAction.Values] {
        get { state.withLock(\.actions) }
        set { state.withLock { $0.actions = newValue } }
    }

    /// What is shown.
    var entry: NotificationList.Entry { state.withLock(\.entry) }

    var isOpen: Bool { state.withLock(\.isOpen) }

    var isPlaying: Bool {
        get { state.withLock(\.isPlaying) }
        set { state.withLock { $0.isPlaying = newValue } }
    }

    /// What the extension did in the user's place.
    var ownResponse: UserResponse? { state.withLock(\.ownResponse) }

    var object: HandedObject<any UNNotificationContentExtension>? { state.withLock(\.object) }

    /// Makes the extension, and has it draw the notification.
    func open() async {
        guard let maker else { return }
        await run {
            let object = HandedObject(maker.make(NSExtensionContext(host: self)))
            let isOpen = self.state.withLock { state in
                // It may have closed the notification as it was made.
                if state.isOpen { state.object = object }
                return state.isOpen
            }
            guard isOpen else { return }
            object.object.didReceive(UNNotification(values: self.entry.notification))
        }
    }

    /// Closes it; the extension goes away.
    func close() {
        // The object may ask its context for something as it goes: not while the lock is held.
        let object = state.withLock { state in
            defer { (state.isOpen, state.isPlaying, state.object) = (false, false, nil) }
            return state.object
        }
        withExtendedLifetime(object) {}
    }

    /// Begins to ask the extension about an action; false where it is being asked about another.
    func startAsking() -> Bool {
        state.withLock { state in
            defer { state.isAsked = true }
            return !state.isAsked
        }
    }

    /// The extension has answered, or had its time to.
    func stopAsking() {
        state.withLock { $0.isAsked = false }
    }

    /// Shows what has taken the notification's place, and has the extension draw it, and others of
    /// the thread.
    func takeIn(_ other: NotificationList.Entry) {
        let object = state.withLock { state -> HandedObject<any UNNotificationContentExtension>? in
            let isSame = state.entry.shown.identifier == other.shown.identifier
            if isSame, state.isOpen { state.entry = other }
            return state.isOpen ? state.object : nil
        }
        guard let object, belongs(other), let front = center.front else { return }
        caller.notify(from: front) {
            object.object.didReceive(UNNotification(values: other.notification))
        }
    }

    /// Runs something on the extension's thread, and waits for it.
    func run(_ body: @escaping @Sendable () -> Void) async {
        guard let front = center.front else { return }
        let end = Eventual<Bool>()
        caller.notify(from: front) {
            body()
            end.resolve(true)
        }
        _ = await end.value
    }

    func perform(_ request: ContentExtensionRequest) {
        guard isOpen else { return }
        switch request {
        case .mediaPlayingStarted: isPlaying = true
        case .mediaPlayingPaused: isPlaying = false
        case .dismissal: close()
        case .defaultAction:
            let response = try? center.respond(
                to: entry.shown.identifier,
                with: .default,
                from: .expanded
            )
            guard let response else { return }
            state.withLock { $0.ownResponse = response }
            close()
        }
    }

    private func belongs(_ other: NotificationList.Entry) -> Bool {
        let (mine, its) = (entry.notification.request, other.notification.request)
        guard maker?.categories.contains(its.content.categoryIdentifier) == true else {
            return false
        }
        let thread = mine.content.threadIdentifier
        return mine.identifier == its.identifier
            || !thread.isEmpty && thread == its.content.threadIdentifier
    }
}
