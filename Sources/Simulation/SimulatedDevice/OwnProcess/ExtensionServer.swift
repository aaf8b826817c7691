// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import Synchronization
import UserNotifications

/// The extension's side of the channel: runs extensions in this process as the device says.
///
/// The receiving thread runs no code of the extension and sends nothing, so it can always receive
/// an answer: the extension may query the device and wait.
final class ExtensionServer: Sendable {
    private let channel: FrameChannel
    private let center: RemoteCenter
    private let host: InProcessHost
    private let orders = DispatchQueue(label: "orders")
    private let runs = Mutex<[Int: any HostedExtension]>([:])

    init(
        channel: FrameChannel,
        makeExtension: @escaping @Sendable () -> UNNotificationServiceExtension
    ) {
        self.channel = channel
        center = RemoteCenter(channel: channel)
        let shared = UNUserNotificationCenter.Shared(UNUserNotificationCenter(backing: center))
        let services = AppServices(center: shared, donations: center)
        host = InProcessHost(services: services, isAlone: true, make: makeExtension)
        services.install()
        RunningPush.tellDelays { delay in
            // What is over at once, or after the longest push, is not waited for.
            guard delay > .milliseconds(1), delay < .seconds(600) else { return }
            channel.tell(.delayed(Int64(delay / .nanoseconds(1))))
        }
    }

    /// Does what the device says until it is gone.
    func serve() {
        channel.tell(.ready)
        while case .frame(let frame) = channel.receive(),
            let message: DeviceMessage = FrameChannel.message(frame)
        {
            switch message {
            case .receive(let run, let request, let info):
                orders.async { self.receive(run, request, info) }
            case .warn(let run): orders.async { self.runs.withLock { $0[run] }?.warn() }
            case .release(let run): orders.async { self.release(run) }
            case .answer(let call, let answer): center.take(answer, to: call)
            }
        }
    }

    private func receive(
        _ run: Int,
        _ request: UNNotificationRequest.Values,
        _ info: InfoPlist
    ) {
        channel.tell(.taken(run: run))
        let line = Line(run: run, channel: channel)
        let hosted = host.prepare(request, info: info) { line.tell($0) }
        runs.withLock { $0[run] = hosted }
        hosted.receive()
    }

    private func release(_ run: Int) {
        guard let hosted = runs.withLock({ $0.removeValue(forKey: run) }) else { return }
        // The object goes with it, and whatever it does then keeps no other push waiting.
        DispatchQueue.global().async { hosted.release() }
    }
}

/// The channel of one extension object; once it is released, the object can no longer hand over.
private final class Line: Sendable {
    private let run: Int
    private let channel: FrameChannel

    init(run: Int, channel: FrameChannel) {
        self.run = run
        self.channel = channel
    }

    deinit {
        channel.tell(.gone(run: run))
    }

    func tell(_ event: HostEvent) {
        if case .handedOver(let content) = event {
            channel.tell(.event(run: run, .handedOver(content.transferable)))
        } else {
            channel.tell(.event(run: run, event))
        }
    }
}
