// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import Synchronization
import UserNotifications

/// The extension's side of the channel: runs extensions in this process as the device says.
final class ExtensionServer: Sendable {
    private let channel: FrameChannel
    private let centre: RemoteCentre
    private let host: InProcessHost
    private let runs = Mutex<[Int: any HostedExtension]>([:])

    init(
        channel: FrameChannel,
        makeExtension: @escaping @Sendable () -> UNNotificationServiceExtension
    ) {
        self.channel = channel
        centre = RemoteCentre(channel: channel)
        let shared = UNUserNotificationCenter.Shared(UNUserNotificationCenter(backing: centre))
        host = InProcessHost(
            services: AppServices(center: shared, donations: centre),
            make: makeExtension
        )
        // Threads and queues of the extension's own belong to no task of ours.
        UNUserNotificationCenter.processWide.withLock { $0 = shared }
        INInteraction.processWide.withLock { $0 = centre }
    }

    /// Does what the device says until it is gone.
    func serve() {
        try? channel.send(message: HostMessage.ready)
        while case .frame(let frame) = channel.receive(),
            let message: DeviceMessage = FrameChannel.message(frame)
        {
            obey(message)
        }
    }

    private func obey(_ message: DeviceMessage) {
        switch message {
        case .receive(let run, let request):
            try? channel.send(message: HostMessage.taken(run: run))
            let line = Line(run: run, channel: channel)
            let hosted = host.prepare(request) { line.tell($0) }
            runs.withLock { $0[run] = hosted }
            hosted.receive()
        case .warn(let run): runs.withLock { $0[run] }?.warn()
        case .release(let run): runs.withLock { $0.removeValue(forKey: run) }?.release()
        case .answer(let call, let answer): centre.take(answer, to: call)
        }
    }
}

/// What an extension object speaks into; when nobody holds it any more, nothing can come of the object.
private final class Line: Sendable {
    /// The code that the process ends with where more was handed over than a message holds (`EX_DATAERR`).
    private static let tooMuch: Int32 = 65

    private let run: Int
    private let channel: FrameChannel

    init(run: Int, channel: FrameChannel) {
        self.run = run
        self.channel = channel
    }

    deinit {
        try? channel.send(message: HostMessage.gone(run: run))
    }

    func tell(_ event: HostEvent) {
        if case .handedOver(let content) = event {
            do throws(SystemError) {
                let event = HostEvent.handedOver(content.transferable)
                try channel.send(message: HostMessage.event(run: run, event))
            } catch  where error.code == EMSGSIZE {
                // Nobody would hear of it otherwise, and take it for an extension that never hands over.
                exit(Self.tooMuch)
            } catch {
                // The device is gone, and this process soon.
            }
        } else {
            try? channel.send(message: HostMessage.event(run: run, event))
        }
    }
}
