// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotifications
public import UserNotificationsUI

/// A notification that the user has expanded, drawn by the app's content extension if it has one.
///
/// The device calls the extension on its own thread, one call after another. It releases the
/// extension when the notification is closed or this object is released.
public final class ExpandedNotification: Sendable {
    private let expansion: Expansion
    private let center: DeviceCenter

    init(_ expansion: Expansion, on center: DeviceCenter) {
        self.expansion = expansion
        self.center = center
    }

    /// The notification as it was shown.
    public var notification: ShownNotification { expansion.entry.shown }

    /// True if the notification is still open.
    public var isOpen: Bool { expansion.isOpen }

    /// True if a content extension draws the notification.
    public var hasExtension: Bool { expansion.object != nil }

    /// The actions that the user sees, at most ten: those of the category, or of the extension that
    /// replaced them.
    public var actions: [UNNotificationAction] {
        expansion.actions.prefix(ShownNotification.View.expanded.actionLimit)
            .map(UNNotificationAction.make)
    }

    /// True if the play button shows that the extension is playing.
    public var isPlaying: Bool { expansion.isPlaying }

    /// The response that the extension triggered itself by performing the default action.
    public var ownResponse: UserResponse? { expansion.ownResponse }

    /// The type of the button to play and pause.
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
    /// - Throws: ``DeviceError/closed``, ``DeviceError/noPlayButton``.
    public func play() async throws(DeviceError) {
        try await press(playing: true) { $0.mediaPlay() }
    }

    /// Presses the button to pause.
    ///
    /// - Throws: ``DeviceError/closed``, ``DeviceError/noPlayButton``.
    public func pause() async throws(DeviceError) {
        try await press(playing: false) { $0.mediaPause() }
    }

    private func press(
        playing: Bool,
        _ call: @escaping @Sendable (any UNNotificationContentExtension) -> Void
    ) async throws(DeviceError) {
        guard isOpen else { throw .closed }
        guard let object = expansion.object, await playButton != .none else { throw .noPlayButton }
        guard isPlaying != playing else { return }
        await expansion.run { [expansion] in
            expansion.isPlaying = playing
            call(object.object)
        }
    }

    /// Responds to the notification as the user.
    ///
    /// The device first asks the extension about an action or a text, which has
    /// ``DeviceProfile/ExtensionLimits/answer`` to decide. It is not asked about taps and
    /// dismissals.
    ///
    /// - Returns: The response, which is being delivered to the app.
    /// - Throws: ``DeviceError`` if that is not possible; then nothing has happened.
    @discardableResult
    public func respond(with action: UserAction) throws(DeviceError) -> UserResponse {
        guard isOpen else { throw .closed }
        return try center.respond(in: expansion, with: action)
    }

    /// Closes the expanded notification, which stays in the list.
    public func close() {
        expansion.close()
    }
}
