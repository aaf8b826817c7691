// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SealedPush
import SealedPushAPNs
import SimulatedDevice
import Synchronization

/// What all connections of a server share.
final class ServerDesk: Sendable {
    private struct Shared {
        var state: ServerState
        var devices: [APNsDeviceToken: SimulatedDevice] = [:]
        /// The connections that are open; nil once the server ends.
        var channels: [ObjectIdentifier: any Channel]? = [:]
    }

    /// How many streams a connection may have open, whatever SETTINGS its provider has not seen yet.
    static let openStreamLimit = 10_100

    private let connectionLimit: Int
    private let now: @Sendable () -> ServerTime
    private let watcher: @Sendable (PushRecord) -> Void
    private let shared: Mutex<Shared>

    init(
        _ configuration: ServerConfiguration,
        watcher: @escaping @Sendable (PushRecord) -> Void
    ) {
        connectionLimit = configuration.connectionLimit
        now = configuration.now
        self.watcher = watcher
        shared = Mutex(
            Shared(
                state: ServerState(
                    directory: configuration.directory,
                    script: configuration.script,
                    streamLimit: configuration.streamLimit,
                    journalLimit: configuration.journalLimit
                )
            )
        )
    }

    /// The present moment.
    var time: ServerTime { now() }

    /// Reads or changes what the server knows, in one step.
    func withState<Value: Sendable>(_ body: (inout ServerState) -> Value) -> Value {
        shared.withLock { body(&$0.state) }
    }

    /// Takes a new connection.
    ///
    /// - Returns: Its number and what goes wrong with it; nil where there is no room for it, or no server any more.
    func connected(_ channel: any Channel) -> (number: Int, fault: ConnectionFault?)? {
        let key = ObjectIdentifier(channel)
        let answer = shared.withLock { shared -> (number: Int, fault: ConnectionFault?)? in
            guard let count = shared.channels?.count, count < connectionLimit else { return nil }
            shared.channels?[key] = channel
            return shared.state.connected()
        }
        if answer != nil {
            channel.closeFuture.whenComplete { _ in
                self.shared.withLock { $0.channels?[key] = nil }
            }
        }
        return answer
    }

    /// Takes no more connections, and gives those that are open.
    func takeChannels() -> [any Channel] {
        shared.withLock { shared in
            defer { shared.channels = nil }
            return Array((shared.channels ?? [:]).values)
        }
    }

    /// Takes a request that is complete, delivers what it brings, and tells who watches.
    ///
    /// - Returns: What is to be done on the connection.
    func take(
        _ request: PushRequest,
        on stream: Int,
        of connection: inout ConnectionState
    ) -> Reaction {
        let time = now()
        let (reaction, device) = shared.withLock { shared in
            let reaction = shared.state.take(request, on: stream, of: &connection, at: time)
            return (reaction, reaction.delivery.flatMap { shared.devices[$0.token] })
        }
        if let push = reaction.delivery { device?.deliver(push) }
        if let record = reaction.record { watcher(record) }
        return reaction
    }

    /// Has pushes to a token come to a device.
    func connect(_ device: SimulatedDevice, as token: APNsDeviceToken) {
        shared.withLock { $0.devices[token] = device }
    }

    /// Brings a device back, and to it what has waited.
    func setOnline(_ name: String) -> [AcceptedPush] {
        let time = now()
        let (pushes, devices) = shared.withLock { shared in
            let pushes = shared.state.setOnline(name, at: time)
            return (pushes, pushes.map { shared.devices[$0.token] })
        }
        for (push, device) in zip(pushes, devices) { device?.deliver(push) }
        return pushes
    }
}

extension SimulatedDevice {
    fileprivate func deliver(_ push: AcceptedPush) {
        var headers = PushHeaders()
        headers.topic = push.topic
        headers.pushType = push.type?.rawValue
        headers.collapseID = push.collapseID
        headers.expiration = push.expiration
        deliver(payload: push.payload, headers: headers)
    }
}
