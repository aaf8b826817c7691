// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotifications
public import UserNotificationsUI

/// A notification that the user has expanded, drawn by the app's content extension where it has one.
///
/// The extension is called on a thread of its own, one call after another. It goes away when the
/// notification is closed, or nobody holds this object any more.
public final class ExpandedNotification: Sendable {
    private let expansion: Expansion
    private let centre: DeviceCentre

    init(_ expansion: Expansion, on centre: DeviceCentre) {
        self.expansion = expansion
        self.centre = centre
    }

    /// The notification as it was shown.
    public var notification: ShownNotification { expansion.entry.shown }

    /// Whether it is open still.
    public var isOpen: Bool { expansion.isOpen }

    /// Whether a content extension draws it.
    public var hasExtension: Bool { expansion.object != nil }

    /// The actions that the user sees: the category's, or those that the extension has put in their place; at most ten.
    public var actions: [UNNotificationAction] {
        expansion.actions.prefix(NotificationView.expanded.actionLimit)
            .map(UNNotificationAction.make)
    }

    /// Whether the extension plays, as far as the button shows.
    public var isPlaying: Bool { expansion.isPlaying }

    /// What the extension did in the user's place: a tap on the notification.
    public var ownResponse: UserResponse? { expansion.ownResponse }

    /// Which button there is for playing.
    public var playButton: UNNotificationContentExtensionMediaPlayPauseButtonType {
        get async {
            guard let object = expansion.object else { return .none }
            let type = Eventual<UNNotificationContentExtensionMediaPlayPauseButtonType>()
            await expansion.run { type.resolve(object.object.mediaPlayPauseButtonType) }
            return await type.value ?? .none
        }
    }

    /// Presses the button to play.
    ///
    /// - Throws: where the notification is closed, or there is no such button.
    public func play() async throws(ResponseError) {
        try await press(playing: true) { $0.mediaPlay() }
    }

    /// Presses the button to pause.
    ///
    /// - Throws: where the notification is closed, or there is no such button.
    public func pause() async throws(ResponseError) {
        try await press(playing: false) { $0.mediaPause() }
    }

    private func press(
        playing: Bool,
        _ call: @escaping @Sendable (any UNNotificationContentExtension) -> Void
    ) async throws(ResponseError) {
        guard isOpen else { throw .closed }
        guard let object = expansion.object, await playButton != .none else { throw .noPlayButton }
        guard isPlaying != playing else { return }
        await expansion.run { [expansion] in
            expansion.isPlaying = playing
            call(object.object)
        }
    }

    /// Does with the notification what a user can.
    ///
    /// The extension is asked first what becomes of an action or a text, and has
    /// ``ExtensionLimits/answer`` for it; taps and dismissals are not its business.
    ///
    /// - Returns: The response on its way.
    /// - Throws: why that can't be done; then nothing has happened.
    @discardableResult
    public func respond(with action: UserAction) throws(ResponseError) -> UserResponse {
        guard isOpen else { throw .closed }
        return try centre.respond(in: expansion, with: action)
    }

    /// Closes it; the notification stays in the list.
    public func close() {
        expansion.close()
    }
}
