// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
public import UserNotifications

/// An extension with a fault that a test plants in it, around one that stays as it is.
///
///     ExtensionHost.main {
///         let fault = CommandLine.arguments.dropFirst().first.flatMap(PlantedFault.init)
///         return PlantedService.make(NotificationService(), planted: fault)
///     }
///
/// A push that has nothing beside `aps` meets no fault: a test can start the process with one. A
/// file of the wrong type, an HTML page in place of a picture and a slow download are the server's
/// to bring: with these the extension does what it always does. `FaultTrial` in
/// `SimulatedDeviceTesting` runs it in both hosts.
public final class PlantedService: UNNotificationServiceExtension {
    /// What the extension was given, and what it made of it.
    private struct State {
        var handler: Handle<(UNNotificationContent) -> Void>?
        var content: Handle<UNNotificationContent>?
        var hoard: [[UInt8]] = []
    }

    /// Outlives the service, which may keep a closure that knows it.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    /// More than any extension has.
    private static let megabytes = 64

    private let service: UNNotificationServiceExtension
    private let fault: PlantedFault
    private let memory = Memory()

    private init(_ fault: PlantedFault, in service: UNNotificationServiceExtension) {
        self.fault = fault
        self.service = service
    }

    /// Plants a fault in an extension; without one it is the extension itself.
    public static func make(
        _ service: UNNotificationServiceExtension,
        planted fault: PlantedFault?
    ) -> UNNotificationServiceExtension {
        fault.map { PlantedService($0, in: service) } ?? service
    }

    /// Has the extension receive the push, with the fault.
    public override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let handler = Handle(contentHandler)
        let memory = memory
        switch isPlain(request) ? nil : fault {
        case .neverHandsOver, .handsOverAtWarning:
            memory.state.withLock { $0.handler = handler }
            service.didReceive(request) { content in
                let content = Handle(content)
                memory.state.withLock { $0.content = content }
            }
        case .handsOverTwice:
            service.didReceive(request) { content in
                let content = Handle(content)
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

    /// Tells the extension that its time is up.
    public override func serviceExtensionTimeWillExpire() {
        guard fault != .neverHandsOver else { return }
        service.serviceExtensionTimeWillExpire()
        guard fault == .handsOverAtWarning else { return }
        let (handler, content) = memory.state.withLock { ($0.handler, $0.content) }
        if let content { handler?.object(content.object) }
    }
}
