// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
public import UserNotifications

/// A fault that a test plants in an extension, to check that the report names it.
///
///     ExtensionHost.main {
///         let fault = CommandLine.arguments.dropFirst().first.flatMap(PlantedFault.init)
///         return PlantedFault.plant(fault, in: NotificationService())
///     }
///
/// `FaultTrial` in `SimulatedDeviceTesting` runs the extension with each fault, in the test's
/// process and in a process of its own, and `expectNamed(_:by:)` checks the first sentence of the
/// report.
public enum PlantedFault: String, Sendable, Hashable, CaseIterable {
    /// The extension keeps its content handler and never calls it.
    case neverHandsOver
    /// The extension calls its content handler a second time, on another queue.
    case handsOverTwice
    /// The extension calls its content handler only in `serviceExtensionTimeWillExpire()`.
    case handsOverAtWarning
    /// The extension releases its content handler without calling it, as with a closure that never
    /// runs.
    case releasesHandler
    /// The server delivers a file of a type that cannot be attached.
    case wrongFileType
    /// The server delivers an HTML page instead of a picture.
    case pageInsteadOfPicture
    /// The server is slow.
    case slowDownload
    /// The extension exceeds its memory limit.
    case memory
    /// The extension crashes before it hands over.
    case crash

    /// Plants a fault in an extension; without a fault it returns the extension itself.
    ///
    /// A push without custom keys beside `aps` triggers no fault, so a test can start the process
    /// with one. For the faults of a server (``wrongFileType``, ``pageInsteadOfPicture``,
    /// ``slowDownload``) the extension is unchanged, and the test's server causes the fault.
    public static func plant(
        _ fault: PlantedFault?,
        in service: UNNotificationServiceExtension
    ) -> UNNotificationServiceExtension {
        fault.map { PlantedService($0, in: service) } ?? service
    }

    /// The fault for the profile of a device that runs the extension in the test's process.
    ///
    /// A crash and the memory limit cannot be real there, so the device simulates them. Nil for all
    /// others.
    public var scripted: DeviceProfile.ScriptedFault? {
        switch self {
        case .memory: .memoryKill(at: .reception)
        case .crash: .crash(at: .reception)
        default: nil
        }
    }

    /// The words that name the fault in the first sentence of a report.
    package var words: String {
        switch self {
        case .neverHandsOver: "used up its time and handed nothing over"
        case .handsOverTwice: "handed over 2 times, of which only the first counts"
        case .handsOverAtWarning: "handed over only when it was warned that its time was up"
        case .releasesHandler: "let go of its content handler without calling it"
        case .wrongFileType: "can't be attached (error 101)"
        case .pageInsteadOfPicture: "as it is an HTML page and not"
        case .slowDownload: "s of network, for which the clock stood still"
        case .memory: "used more memory than it may and was ended without a warning"
        case .crash: "The extension's process ended"
        }
    }
}

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
