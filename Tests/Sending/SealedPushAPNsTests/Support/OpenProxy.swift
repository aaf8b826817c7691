// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// A proxy on loopback that lays every way to one port, whatever server it was asked for, as an
/// attacker's does.
enum OpenProxy {
    /// Runs it, and gives `body` its port.
    static func run(to port: Int, _ body: (Int) async throws -> Void) async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Way(to: port))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(channel.localAddress?.port ?? 0))
        } catch {
            result = .failure(error)
        }
        try await channel.close()
        try result.get()
    }

    /// One way: it is asked for, and then carries all that comes.
    private final class Way: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let port: Int
        private var head: [UInt8] = []
        private var server: (any Channel)?

        init(to port: Int) {
            self.port = port
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            if let server { return server.writeAndFlush(bytes, promise: nil) }
            head += Array(bytes.readableBytesView)
            guard head.suffix(4) == Array("\r\n\r\n".utf8) else { return }
            let client = context.channel
            let way = NIOLoopBound(self, eventLoop: context.eventLoop)
            ClientBootstrap(group: context.eventLoop)
                .channelInitializer { server in
                    server.eventLoop.makeCompletedFuture {
                        try server.pipeline.syncOperations.addHandler(Back(to: client))
                    }
                }
                .connect(host: "127.0.0.1", port: port)
                .whenSuccess { server in
                    way.value.server = server
                    let answer = ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n")
                    client.writeAndFlush(answer, promise: nil)
                }
        }

        func channelInactive(context: ChannelHandlerContext) {
            server?.close(promise: nil)
        }
    }

    /// The way back.
    private final class Back: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let client: any Channel

        init(to client: any Channel) {
            self.client = client
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            client.writeAndFlush(unwrapInboundIn(data), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            client.close(promise: nil)
        }
    }
}

/// tinyproxy, as Debian has it, on loopback.
enum RealProxy {
    /// Why there is none.
    struct Failure: Error {
        let description: String
    }

    /// Runs a proxy that lays ways to one port alone, and gives `body` its own.
    static func run(
        to port: Int,
        user: String,
        password: String,
        _ body: (Int) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "sealedpush-proxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A port that was free may be taken by the time that the proxy listens.
        for _ in 0..<10 {
            let own = try await freePort()
            let lines = [
                "Port \(own)", "Listen 127.0.0.1", "Allow 127.0.0.1", "MaxClients 20",
                "BasicAuth \(user) \(password)", "ConnectPort \(port)", "LogLevel Critical",
            ]
            let file = folder.appending(path: "tinyproxy.conf")
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/tinyproxy")
            process.arguments = ["-d", "-c", file.path()]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            guard try await listens(at: own, process), process.isRunning else { continue }
            let result: Result<Void, any Error>
            do { result = .success(try await body(own)) } catch { result = .failure(error) }
            guard process.isRunning else {
                throw Failure(description: "tinyproxy ended with \(process.terminationStatus)")
            }
            // It inherits a thread's mask, in which SIGTERM may be blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            return try result.get()
        }
        throw Failure(description: "tinyproxy does not listen")
    }

    private static func freePort() async throws -> Int {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = server.localAddress?.port ?? 0
        try await server.close()
        return port
    }

    /// Waits until it listens, or has ended.
    private static func listens(at port: Int, _ process: Process) async throws -> Bool {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        while process.isRunning {
            if let channel = try? await bootstrap.connect(host: "127.0.0.1", port: port).get() {
                try? await channel.close()
                return true
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}

/// A port of loopback at which no server listens or can: one that is only given back may be another
/// server's at once.
enum ClosedPort {
    /// Gives it to `body`: the port of a connection's other end.
    static func with(_ body: (Int) async throws -> Void) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let end = try await ClientBootstrap(group: group)
            .connect(host: "127.0.0.1", port: server.localAddress?.port ?? 0).get()
        let result: Result<Void, any Error>
        do { result = .success(try await body(end.localAddress?.port ?? 0)) } catch {
            result = .failure(error)
        }
        try await end.close()
        try await server.close()
        try result.get()
    }
}
