// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushRelayClient

/// `sealedpush device endpoint`.
struct DeviceEndpoint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoint",
        abstract: "Make an endpoint at the relay for one sender, and print the subscription.",
        discussion: """
            The subscription is what the sender is given, by a way of its own: the endpoint's URL, \
            a secret, and the identity by which it knows the device. The endpoint takes only what \
            the sender's VAPID key has signed, unless it is unbound.

            \(StoreEffect.noStore)

            Example:
              sealedpush device endpoint --registration phone.relay --unbound > phone.subscription
            """
    )

    @Option(
        help: ArgumentHelp("The file that 'device register' made.", valueName: "file")
    )
    var registration: InputFile

    @Option(
        help: ArgumentHelp(
            "The sender's VAPID key: an uncompressed point of P-256 in base64url.",
            valueName: "key"
        )
    )
    var vapid: String?

    @Flag(help: "Let everyone who knows the URL use it.")
    var unbound = false

    func validate() throws {
        guard unbound != (vapid != nil) else {
            throw ValidationError("give either --vapid or --unbound")
        }
    }

    func run() async throws {
        let file = try RegistrationFile(reading: registration)
        let sender: RelayClient.EndpointAccess
        if let vapid {
            guard let key = try? Base64URL.decode(Array(vapid.utf8).span) else {
                throw CommandError.usage("--vapid is base64url")
            }
            sender = .key(key)
        } else {
            sender = .anyone
        }
        let endpoint: RelayEndpoint
        do {
            endpoint = try await RelayClient(file.relay).makeEndpoint(of: file.device, for: sender)
        } catch {
            throw CommandError(error, wrongBody: "--vapid is a point of P-256 with 65 bytes")
        }
        try Console.result(json: endpoint.subscription(to: file.identity, for: sender))
    }
}
