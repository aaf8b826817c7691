// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushAPNs
import SimulatedAPNs

/// The options of a push service that is played.
struct PushServiceOptions: ParsableArguments {
    @Flag(help: "Play the sandbox, not the production service.")
    var sandbox = false

    @Flag(help: "Do only what Apple documents, and not what clients have reported.")
    var documented = false

    @Option(help: "How many streams a provider may have at once.")
    var streams = 1000

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Flag(help: "Allow an address at which other machines reach the server.")
    var anyHost = false

    @Option(help: "A further name or address of the server, for its certificate; repeatable.")
    var name: [String] = []

    func validate() throws {
        guard (1...10_000).contains(streams) else {
            throw ValidationError("--streams is 1 to 10000")
        }
    }

    /// Refuses ids that no key and no team of Apple's has.
    static func check(_ keyID: String, _ teamID: String) throws {
        let areIDs = [keyID, teamID].allSatisfy { id in
            id.utf8.count == 10 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        guard areIDs else {
            throw ValidationError("--key-id and --team-id have 10 letters and digits each")
        }
    }

    var environment: PushEnvironment { sandbox ? .sandbox : .production }

    /// The configuration of the service.
    ///
    /// - Parameters:
    ///   - directory: What it knows of keys and devices.
    ///   - port: Its port.
    ///   - room: How many descriptors its connections may take.
    /// - Returns: The configuration.
    func configuration(
        of directory: APNsDirectory,
        port: UInt16,
        room: Int
    ) -> ServerConfiguration {
        var configuration = ServerConfiguration(directory)
        configuration.streamLimit = streams
        if documented { configuration.observations = nil }
        let limit = min(configuration.connectionLimit, max(1, room))
        configuration.connectionLimit = limit
        configuration.whenFull = {
            Console.note(
                "the server is full: it has \(limit) connections; a further one takes the place"
                    + " of one that sends no request, or is closed"
            )
        }
        // What was done is told, and need not be remembered.
        configuration.journalLimit = 1
        configuration.port = Int(port)
        configuration.host = host
        configuration.mayListenElsewhere = anyHost
        configuration.certificateHosts += name
        return configuration
    }
}
