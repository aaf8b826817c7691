// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import UserNotifications

extension DeviceCenter {
    /// What became of a notification that was to be shown.
    struct Showing: Sendable {
        /// How the user meets it; nil where there is nothing to see or hear.
        var shown: ShownNotification?
        /// Whether it took the place of an earlier one.
        var isReplacing = false
        /// How many others its badge of 0 removed.
        var cleared = 0
        /// Whether the app was asked how to present it.
        var isAppAsked = false
        /// Why its critical sound is none; nil where it is one, or has none.
        var criticalRefusal: DeliveryReport.CriticalSoundRefusal?
        /// What became of its attachments.
        var attachments: [AttachmentStore.Answer] = []
    }

    /// Shows a notification as far as the user's settings and, in the foreground, the app let it.
    ///
    /// - Parameters:
    ///   - request: What is to be shown.
    ///   - payload: The push that it comes of, nil for a local notification.
    ///   - source: Whose its files are.
    ///   - completion: Called once, at once or when the app has answered.
    func show(
        _ request: UNNotificationRequest.Values,
        of payload: JSONDocument? = nil,
        filesOf source: AttachmentStore.Source = .app,
        completion: @escaping @Sendable (Showing) -> Void = { _ in }
    ) {
        let profile = settings.profile
        let notification = UNNotification.Values(request: request, date: clock.date)
        let presenter = Presenter(
            profile: profile,
            category: category(request.content.categoryIdentifier)
        )
        guard profile.appState == .foreground, profile.permission.isAuthorized else {
            completion(put(notification, payload, source, presenter))
            return
        }
        ask(notification) { isAppAsked, options in
            var presenter = presenter
            presenter.foreground = options
            var showing = self.put(notification, payload, source, presenter)
            showing.isAppAsked = isAppAsked
            completion(showing)
        }
    }

    private func put(
        _ notification: UNNotification.Values,
        _ payload: JSONDocument?,
        _ source: AttachmentStore.Source,
        _ presenter: Presenter
    ) -> Showing {
        let bundle = appFolder
        let answers = notification.request.content.attachments.map {
            store.take($0, of: source, bundle: bundle)
        }
        var notification = notification
        notification.request.content.attachments = answers.compactMap(\.attachment)
        let shown = ShownNotification(
            notification.request,
            of: payload,
            attachments: answers.compactMap { ShownNotification.Attachment($0) },
            by: presenter
        )
        let entry = NotificationList.Entry(notification: notification, shown: shown)
        var showing = Showing(attachments: answers)
        guard !shown.presentation.isNothing else {
            discard([entry])
            return showing
        }
        showing.shown = shown
        showing.criticalRefusal = presenter.criticalRefusal(of: shown.content)
        let change = add(entry)
        (showing.isReplacing, showing.cleared) = (change.isReplacing, change.cleared)
        return showing
    }

    /// Asks the app in the foreground; without a delegate, or without an answer in time, nothing is
    /// presented.
    private func ask(
        _ notification: UNNotification.Values,
        then end: @escaping @Sendable (_ isAsked: Bool, UNNotificationPresentationOptions) -> Void
    ) {
        guard let front else { return end(false, []) }
        caller.call(from: front, within: settings.profile.limits.answer) { answer in
            // It may be set by the app as that is started, so not before its turn.
            guard let delegate = front.center.delegate else { return answer(nil) }
            delegate.userNotificationCenter(
                front.center,
                willPresent: UNNotification(values: notification),
                withCompletionHandler: { answer($0) }
            )
        } done: { (answer: UNNotificationPresentationOptions??) in
            // nil within is an app without a delegate, nil alone one that was too slow.
            guard let answer else { return end(true, []) }
            end(answer != nil, answer ?? [])
        }
    }
}

extension AttachmentStore.Answer {
    fileprivate var attachment: UNNotificationAttachment.Values? {
        if case .stored(let attachment, _) = self { attachment } else { nil }
    }
}

extension ShownNotification.Attachment {
    fileprivate init?(_ answer: AttachmentStore.Answer) {
        guard case .stored(let values, let size) = answer else { return nil }
        self.init(
            identifier: values.identifier,
            type: values.type,
            size: size,
            thumbnailTime: values.options.thumbnailTime
        )
    }
}
