// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushAPNs
import SealedPushOpenSSL
import SimulatedAPNs

/// Plays APNs until a signal ends it.
struct APNsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apns",
        abstract: "Play APNs on this machine, for tests in any language.",
        usage: """
            sealedpush-lab apns --root <file> --key <file> --key-id <id>
              --team-id <id> [<options>]
            """,
        discussion: """
            The first line of standard output says where it listens; then comes a line for \
            each push, and at SIGTERM or SIGINT a last one with counts. Each is a JSON object; \
            docs/simulated-apns.md says what is in them, and in the files of devices and faults.

            \(StoreEffect.noStore)

            Example:
              sealedpush-lab apns --root root.pem \\
                --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --team-id DEF123GHIJ
            """
    )

    @Option(
        help: "Where the certificate is written that clients are to trust: PEM, a plain file."
    )
    var root: NamedPath

    @Option(help: "A provider's key: its .p8, or the public half in PEM.")
    var key: InputFile

    @Option(help: "The id of the key, 10 letters and digits.")
    var keyID: String

    @Option(help: "The id of the key's team, 10 letters and digits.")
    var teamID: String

    @Option(help: "A file with a device token a line; without it any is taken, for any topic.")
    var devices: InputFile?

    @Option(help: "A file with a fault a line.")
    var faults: InputFile?

    @Option(help: "What decides where a fault comes by chance.")
    var seed: UInt64 = 0

    @OptionGroup
    var service: PushServiceOptions

    @Option(help: "The port; 0 is any that is free.")
    var port: UInt16 = 0

    func validate() throws {
        try PushServiceOptions.check(keyID, teamID)
    }

    func run() async throws {
        let configuration = try serverConfiguration()
        let ending = Ending()
        let watcher: @Sendable (PushRecord) -> Void = { ending.print(ServerLine.push($0)) }
        let server: APNsServer
        do {
            server = try await APNsServer.run(configuration, watcher: watcher) { server in
                try await ending.wait { () throws(CommandError) in
                    let file = OutputFile(
                        root.text,
                        "certificate",
                        replacing: "-----BEGIN CERTIFICATE-----"
                    )
                    try file.replace(Array(server.roots.pem.utf8))
                    try Console.result(
                        json: ServerLine.listening(port: server.port, root: root.text)
                    )
                }
                return server
            }
        } catch let error as ServerError where error != .cannotListen {
            throw CommandError(.usage, error)
        } catch {
            throw CommandError(error) ?? .failure("the server could not be started")
        }
        try Console.result(json: ServerLine.stopped(server.counts))
    }

    private func serverConfiguration() throws(CommandError) -> ServerConfiguration {
        var directory = APNsDirectory(
            environment: service.environment,
            takesEveryToken: devices == nil
        )
        let publicKey = try PublicKeyFile.key(in: key)
        directory.add(ProviderKey(publicKey, keyID: keyID, teamID: teamID))
        if let devices { try DeviceFile.read(devices, into: &directory) }
        let room = Descriptors.limit - DescriptorNeed.count
        var configuration = service.configuration(of: directory, port: port, room: room)
        if let faults { configuration.script = try FaultFile.script(in: faults, seed: seed) }
        return configuration
    }
}

extension ServerError: CommandFailure {
    package var hint: String? {
        switch self {
        case .notLoopback: "allow it (--any-host), or take 127.0.0.1"
        case .cannotListen: "take a port that is free, at an address of this machine"
        case .invalidLimit: nil
        }
    }
}

/// What a server that runs until it is told otherwise waits for: SIGTERM, SIGINT, or a failure.
struct Ending: Sendable {
    private let events: AsyncStream<CommandError?>
    private let continuation: AsyncStream<CommandError?>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Prints a line, and ends the server if the output is closed.
    func print(_ line: [UInt8]) {
        do throws(CommandError) {
            try Console.result(json: line)
        } catch {
            continuation.yield(error)
        }
    }

    /// Waits for the first of them, after `begin`; the same signal once more ends the process.
    ///
    /// - Throws: The failure, or that of `begin`.
    func wait(_ begin: () throws(CommandError) -> Void) async throws(CommandError) {
        let signals = EndSignals { [continuation] in continuation.yield(nil) }
        defer { signals.release() }
        try begin()
        for await event in events {
            guard let event else { return }
            throw event
        }
    }
}
