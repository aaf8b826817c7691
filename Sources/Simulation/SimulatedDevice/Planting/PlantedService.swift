// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications

/// An extension with a planted fault, which forwards to the unchanged extension.
final class PlantedService: UNNotificationServiceExtension {
    /// The content handler, the content of the extension, and memory that is kept allocated.
    private struct State {
        var handler: HandedObject<(UNNotificationContent) -> Void>?
        var content: HandedObject<UNNotificationContent>?
        var hoard: [[UInt8]] = []
    }

    /// The state, which closures of the extension may use after the service is released.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    /// More than any extension has.
    private static let megabytes = 64

    private let service: UNNotificationServiceExtension
    private let fault: PlantedFault
    private let memory = Memory()

    init(_ fault: PlantedFault, in service: UNNotificationServiceExtension) {
        self.fault = fault
        self.service = service
    }

    /// Forwards the push to the extension, with the fault.
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let handler = HandedObject(contentHandler)
        let memory = memory
        switch isPlain(request) ? nil : fault {
        case .neverHandsOver, .handsOverAtWarning:
            memory.state.withLock { $0.handler = handler }
            service.didReceive(request) { content in
                let content = HandedObject(content)
                memory.state.withLock { $0.content = content }
            }
        case .handsOverTwice:
            service.didReceive(request) { content in
                let content = HandedObject(content)
                handler.object(content.object)
                DispatchQueue.global().async { handler.object(content.object) }
            }
        case .releasesHandler: service.didReceive(request) { _ in }
        case .crash: service.didReceive(request) { _ in abort() }
        case .memory:
            let pages = (0..<Self.megabytes).map { [UInt8](repeating: UInt8($0), count: 1 << 20) }
            memory.state.withLock { $0.hoard = pages }
            service.didReceive(request, withContentHandler: contentHandler)
        case .wrongFileType, .pageInsteadOfPicture, .slowDownload, nil:
            service.didReceive(request, withContentHandler: contentHandler)
        }
    }

    private func isPlain(_ request: UNNotificationRequest) -> Bool {
        request.content.userInfo.keys.allSatisfy { $0 as? String == "aps" }
    }

    /// Warns the extension that its time is up.
    override func serviceExtensionTimeWillExpire() {
        guard fault != .neverHandsOver else { return }
        service.serviceExtensionTimeWillExpire()
        guard fault == .handsOverAtWarning else { return }
        let (handler, content) = memory.state.withLock { ($0.handler, $0.content) }
        if let content { handler?.object(content.object) }
    }
}
