// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys
import SealedPushRelayClient

/// `sealedpush device endpoint`.
struct DeviceEndpoint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoint",
        abstract:
            "Make an endpoint at the relay for one sender, and print the subscription, a secret.",
        usage: """
            sealedpush device endpoint --store <dir> --sender <id>
              --registration <file> --recipient <who> (--vapid <key> | --unbound)
            sealedpush device endpoint --store <dir> --sender <id> --again <file>
            """,
        discussion: """
            The subscription is a secret text that the sender's backend is given: that this sender \
            reaches this device at the endpoint, for this recipient, signed by the device. The \
            sender and the recipient come from the backend, to which the user is logged in. The \
            endpoint takes only what the sender's VAPID key has signed, unless it is unbound.

            With --again the endpoint of an earlier subscription is signed for the sender's next \
            identity, and nothing is asked.

            \(StoreEffect.nothing)

            Example:
              sealedpush device endpoint --store phone --registration phone.relay \\
                --unbound --sender "$(cat server.identity)" --recipient user-7 \\
                > phone.subscription
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "The sender's identity, as 'sender identity' prints it.",
            valueName: "id"
        )
    )
    var sender: String

    @Option(
        help: ArgumentHelp("The file that 'device register' made.", valueName: "file")
    )
    var registration: InputFile?

    @Option(
        help: ArgumentHelp("What the sender calls whose device it is.", valueName: "who")
    )
    var recipient: String?

    @Option(
        help: ArgumentHelp(
            "The sender's VAPID key: an uncompressed point of P-256 in base64url.",
            valueName: "key"
        )
    )
    var vapid: String?

    @Flag(help: "Let everyone who knows the URL use it.")
    var unbound = false

    @Option(help: ArgumentHelp("A subscription of this device.", valueName: "file"))
    var again: InputFile?

    func validate() throws {
        if again == nil {
            guard registration != nil, let recipient, unbound != (vapid != nil) else {
                throw ValidationError(
                    "give --registration, --recipient, and either --vapid or --unbound"
                )
            }
            guard DeviceIdentity.Subscription.isRecipient(recipient) else {
                throw ValidationError("--recipient takes 1 to 64 bytes without control characters")
            }
        } else {
            guard registration == nil, recipient == nil, vapid == nil, !unbound else {
                throw ValidationError("--again takes no option but --store and --sender")
            }
            try store.refuseSharedInput(with: again ?? .standardInput, "subscription")
        }
    }

    func run() async throws {
        let keys = try DeviceKeys(in: store.open())
        let identity: SenderIdentity
        do throws(WireError) {
            identity = try SenderIdentity(text: sender)
        } catch {
            throw CommandError(error, in: "sender")
        }
        // Before the relay makes an endpoint, too.
        guard identity.bytes != keys.identity.bytes else {
            throw CommandError(
                .notAuthentic,
                name: "equalKeys",
                "the sender is this device itself: both have the same key",
                hint: "--sender takes what 'sender identity' prints"
            )
        }
        let (endpoint, recipient) = try await endpoint(of: keys, for: identity)
        let subscription: DeviceIdentity.Subscription
        do {
            subscription = try keys.subscription(at: endpoint, for: identity, as: recipient)
        } catch .malformedSubscription {
            throw CommandError.failure("the relay's endpoint is none that senders take")
        }
        try Console.result(subscription.text)
    }

    /// The endpoint to be signed, and for which recipient.
    private func endpoint(
        of keys: DeviceKeys,
        for sender: SenderIdentity
    ) async throws -> (url: String, recipient: String) {
        if let again {
            let text = String(decoding: try again.read("subscription"), as: UTF8.self)
            let earlier: DeviceIdentity.Subscription
            do throws(WireError) {
                earlier = try DeviceIdentity.Subscription(text: text)
            } catch {
                throw CommandError(error, in: "subscription")
            }
            guard earlier.device == keys.identity else {
                throw CommandError.otherDevice("subscription")
            }
            return (earlier.endpoint, earlier.recipient)
        }
        guard let registration, let recipient else {
            throw CommandError.usage("give --registration and --recipient")
        }
        let file = try RegistrationFile(reading: registration)
        guard file.identity == keys.identity else { throw CommandError.otherDevice("registration") }
        // Before the relay makes an endpoint that serves nothing.
        try keys.checkSubscriber(sender)
        let access = try access()
        do throws(RelayClientError) {
            let client = try RelayClient(file.relay)
            return (try await client.makeEndpoint(of: file.device, for: access).url, recipient)
        } catch {
            throw CommandError(error, wrongBody: "--vapid is a point of P-256 with 65 bytes")
        }
    }

    private func access() throws(CommandError) -> RelayClient.EndpointAccess {
        guard let vapid else { return .anyone }
        do {
            return .key(try Base64URL.decode(Array(vapid.utf8).span))
        } catch {
            throw .usage("--vapid is base64url")
        }
    }
}
