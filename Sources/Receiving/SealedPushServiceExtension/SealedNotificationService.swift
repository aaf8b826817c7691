// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore
import Synchronization
public import UserNotifications

/// A notification service extension that opens sealed pushes: a subclass says where the device's store is.
///
///     final class NotificationService: SealedNotificationService {
///         override var settings: ServiceSettings {
///             ServiceSettings(storeAt: path) { () throws(StoreError) in
///                 try RecordStore.open(at: path, key: .file(keyPath))
///             }
///         }
///     }
///
/// Each push is handed over exactly once, in time: opened and under its sender's name, or as the
/// placeholder that its sender wrote. A message that comes again is shown on as it is, without a sound. While the device
/// is locked messages are parked, with one notice for all of them; WaitingMessages shows them later.
open class SealedNotificationService: UNNotificationServiceExtension {
    /// The system warns on whichever thread it likes.
    private let delivery = Mutex<PushDelivery<SystemContent>?>(nil)

    /// Where the device's store is, and the app's words and rules; asked for once for each push.
    ///
    /// Subclasses must override it: there is no store that would be right for everybody.
    open var settings: ServiceSettings {
        ServiceSettings(storeAt: "") { () throws(StoreError) in throw .empty }
    }

    /// Opens a push and hands it over.
    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let settings = settings
        let payload = PushPayload.bytes(of: request.content.userInfo)
        let presenter = PushPresenter(of: payload, identifier: request.identifier, settings)
        let delivery = makeDelivery(
            of: payload,
            request,
            settings,
            to: ContentHandler(contentHandler)
        )
        self.delivery.withLock { $0 = delivery }
        ProcessRuns.current.begin(settings.storePath)
        let activity = ExpiringActivity()
        Task {
            let result = await delivery.run(settings, presenter)
            ProcessRuns.current.end(
                settings.storePath,
                mayHaveLeft: result.mayHaveLeft || presenter.mayHaveLeft
            )
            await presenter.tidy(after: result)
            FileFetcher.removeLeftovers(settings)
            delivery.sweepIfDue()
            settings.didHandOver(ServiceReport(result, presenter))
            activity.end()
        }
    }

    /// Hands over what is there, at once.
    open override func serviceExtensionTimeWillExpire() {
        delivery.withLock(\.self)?.timeWillExpire()
    }

    private func makeDelivery(
        of payload: [UInt8],
        _ request: UNNotificationRequest,
        _ settings: ServiceSettings,
        to handler: ContentHandler
    ) -> PushDelivery<SystemContent> {
        PushDelivery(
            of: payload,
            identifier: request.identifier,
            placeholder: SystemContent(settings.rules.placeholder),
            parking: NotificationParking(
                storeAt: settings.storePath,
                rules: settings.rules
            ),
            deadline: settings.deadline,
            clock: settings.clock,
            now: settings.now
        ) { shown, _ in
            handler.handOver(shown.content)
        }
    }
}

extension PushDelivery<SystemContent> {
    fileprivate func run(_ settings: ServiceSettings, _ presenter: PushPresenter) async -> Result {
        async let _: Void = presenter.watchOpening { self.shownEarlier($0) }
        return await run { () throws(ReceiverError) in
            try NotificationReceiver(settings)
        } present: { received, receiver, progress in
            await presenter.present(received, receiver, progress)
        }
    }
}

extension PushDelivery<SystemContent>.Result {
    /// Whether the message may still be in its claim, for the next run to show.
    fileprivate var mayHaveLeft: Bool {
        switch received?.outcome {
        case .failed(.refused), .parked: false
        // What went wrong may have done so after the claim.
        case .failed: true
        case .opened, .recovered: failure != nil || !isComplete
        case nil: failure != nil
        }
    }
}

extension ServiceReport {
    fileprivate init(_ result: PushDelivery<SystemContent>.Result, _ presenter: PushPresenter) {
        delivery = result.report
        outcome = result.received?.outcome
        failure = result.failure
        waiting = presenter.waiting
        attachments = presenter.attachmentFailures
    }
}
