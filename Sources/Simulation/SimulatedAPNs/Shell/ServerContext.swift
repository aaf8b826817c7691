// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SealedPushAPNs
import SealedPushCoding
import Synchronization

/// What all connections of a server share.
final class ServerContext: Sendable {
    private struct Shared {
        var state: ServerState
        var receivers: [APNsDeviceToken: @Sendable (AcceptedPush) -> Void] = [:]
        /// The connections that are open; nil once the server ends.
        var connections: [ObjectIdentifier: Connection]? = [:]
        var wasFull = false

        /// Takes away the connection that has been silent longest, where that is long enough.
        mutating func takeSilent(at uptime: Duration) -> (any Channel)? {
            let silent = connections?.compactMap { key, connection in
                connection.silentSince.map { (key, since: $0) }
            }
            guard let longest = silent?.min(by: { $0.since < $1.since }),
                uptime - longest.since >= ServerContext.silence
            else { return nil }
            return connections?.removeValue(forKey: longest.0)?.channel
        }
    }

    /// A connection that is open.
    private struct Connection {
        let channel: any Channel
        /// Since when it is there, by the server's uptime; nil once its first request has come.
        var silentSince: Duration?
    }

    /// How long a connection may be silent until it goes for another one.
    private static let silence = Duration.seconds(2)

    /// How many streams a connection may have open, whatever SETTINGS its provider has not seen
    /// yet.
    static let openStreamLimit = 10_100

    /// After how long without a request a connection ends; nil is never.
    let idleLimit: Duration?
    private let connectionLimit: Int
    private let whenFull: @Sendable () -> Void
    private let now: @Sendable () -> ServerTime
    private let watcher: @Sendable (PushRecord) -> Void
    private let shared: Mutex<Shared>

    init(
        _ configuration: ServerConfiguration,
        watcher: @escaping @Sendable (PushRecord) -> Void
    ) {
        idleLimit = configuration.observations?.idleLimit
        connectionLimit = configuration.connectionLimit
        whenFull = configuration.whenFull
        now = configuration.now
        self.watcher = watcher
        shared = Mutex(
            Shared(
                state: ServerState(
                    directory: configuration.directory,
                    script: configuration.script,
                    observations: configuration.observations,
                    streamLimit: configuration.streamLimit,
                    tokenInterval: configuration.providerTokenInterval,
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

    /// Takes a new connection; where there is no room for it, in the place of one that has been
    /// silent.
    ///
    /// - Returns: Its number and what goes wrong with it; nil where there is no room for it, or no
    ///   server any more.
    func connected(_ channel: any Channel) -> (number: Int, fault: ConnectionFault?)? {
        let key = ObjectIdentifier(channel)
        let uptime = now().uptime
        var isFirstTime = false
        var silent: (any Channel)?
        let answer = shared.withLock { shared -> (number: Int, fault: ConnectionFault?)? in
            guard let count = shared.connections?.count else { return nil }
            if count >= connectionLimit {
                isFirstTime = !shared.wasFull
                shared.wasFull = true
                silent = shared.takeSilent(at: uptime)
                guard silent != nil else { return nil }
            }
            shared.connections?[key] = Connection(channel: channel, silentSince: uptime)
            return shared.state.connected()
        }
        silent?.close(promise: nil)
        if isFirstTime { whenFull() }
        if answer != nil {
            channel.closeFuture.whenComplete { _ in
                self.shared.withLock { shared in
                    shared.connections?[key] = nil
                    if (shared.connections?.count ?? 0) <= self.connectionLimit / 2 {
                        shared.wasFull = false
                    }
                }
            }
        }
        return answer
    }

    /// Notes that a connection is silent no more, or has to be.
    func began(_ channel: any Channel) {
        shared.withLock { $0.connections?[ObjectIdentifier(channel)]?.silentSince = nil }
    }

    /// Takes no more connections, and gives those that are open.
    func takeChannels() -> [any Channel] {
        shared.withLock { shared in
            defer { shared.connections = nil }
            return (shared.connections ?? [:]).values.map(\.channel)
        }
    }

    /// Takes a request that is complete, delivers what it brings, and tells who watches.
    ///
    /// - Returns: What is to be done on the connection.
    func take(
        _ request: PushRequest,
        on stream: Int,
        of connection: inout ConnectionState
    ) -> Response {
        let time = now()
        let (response, receive) = shared.withLock { shared in
            let response = shared.state.take(request, on: stream, of: &connection, at: time)
            return (response, response.delivery.flatMap { shared.receivers[$0.token] })
        }
        if let push = response.delivery { receive?(push) }
        if let record = response.record { watcher(record) }
        return response
    }

    /// Has pushes to a token come to `receive`.
    func connect(_ token: APNsDeviceToken, _ receive: @escaping @Sendable (AcceptedPush) -> Void) {
        shared.withLock { $0.receivers[token] = receive }
    }

    /// Brings a device back, and to it what has waited.
    func setOnline(_ name: String) -> [AcceptedPush] {
        let time = now()
        let (pushes, receivers) = shared.withLock { shared in
            let pushes = shared.state.setOnline(name, at: time)
            return (pushes, pushes.map { shared.receivers[$0.token] })
        }
        for (push, receive) in zip(pushes, receivers) { receive?(push) }
        return pushes
    }
}
