// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Logging
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushOpenSSL
import SealedPushRelayClient
import SealedPushSidecar
import SealedPushStore

#if os(Linux)
    import CLinux
#endif

/// Runs a sealing sidecar until a signal ends it.
struct SealServiceRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the sidecar.",
        discussion: """
            The first line of standard output says where it listens. The log goes to standard \
            error, an object of JSON a line, without codes, names or content.
            """
    )

    @OptionGroup var sidecar: SidecarOptions

    @OptionGroup var store: StoreOptions

    @Option(name: .customLong("as"), help: "The sender's name in the store.")
    var sender = SenderIdentities.defaultName

    @Option(help: "The app's bundle id.")
    var topic: String

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Flag(help: "Allow an address at which other machines reach the sidecar.")
    var anyHost = false

    @Option(help: "The port to listen at; 0 is any that is free.")
    var port = 8081

    @Option(
        help: """
            An origin of relays that is asked whatever its scheme and address, such as \
            http://127.0.0.1:8080; may be repeated. Without it only public addresses are asked, \
            over TLS, on ports 443 and 8443.
            """
    )
    var allowOrigin: [String] = []

    @Option(help: "The key that endpoints are bound to, in PEM, if they are (VAPID, RFC 8292).")
    var vapidKey: InputFile?

    @Option(help: "Where the key's owner is reached, such as mailto:ops@example.com.")
    var vapidSubject: String?

    func validate() throws {
        guard vapidKey == nil || vapidSubject != nil else {
            throw ValidationError("--vapid-key needs --vapid-subject")
        }
        guard 0...65_535 ~= port else { throw ValidationError("--port has to be 0 to 65535") }
        guard anyHost || address.isLoopback else {
            throw ValidationError(
                "other machines could reach the sidecar at --host, over no TLS: --any-host allows it"
            )
        }
        for origin in allowOrigin where WebOrigin(url: origin) == nil {
            throw ValidationError("--allow-origin has to be \(WebOrigin.rule): '\(origin)'")
        }
    }

    private var address: RelaySettings.Address { RelaySettings.Address(host: host, port: port) }

    func run() async throws {
        guard let topic = Topic(topic) else {
            throw CommandError.usage("--topic is no bundle id")
        }
        let sender = try loadSender()
        let signer = try signer()
        try await address.check()
        let rule = SubscriptionRule(senders: sender.identities, topic: topic)
        let database = try await sidecar.open(of: sender.keys.identity, rule)
        #if os(Linux)
            guard forbid_dumps() == 0 else {
                throw CommandError.failure("the process can't be kept out of core files")
            }
        #endif
        LoggingSystem.bootstrap { _ in JSONLog(.warning) }
        let logger = Logger(label: "sidecar") { _ in JSONLog(.info) }
        if case .failure(let error) = sender.endpointKey {
            logger.warning(
                "the sender's store can't keep a key for endpoints, so nothing is paired",
                metadata: ["error": "\(error.name)"]
            )
        }
        let key = try? sender.endpointKey.get()
        if await hasOtherKey(than: key, in: database) {
            logger.error(
                """
                the sender's store lacks the key that paired devices know: restore it and start anew; \
                until then none is paired, and their messages wait
                """
            )
        }
        let service = SealService(
            database,
            sender: (sender.keys, sender.statements),
            rule: rule,
            policy: RelayPolicy(allowing: allowOrigin.compactMap(WebOrigin.init(url:))),
            signers: (signer, key),
            logger: logger
        )
        do {
            try await service.run(at: address.host, port) { [address] port in
                let text = address.text(port: port)
                let line = JSONWriter.object { line in
                    line.add("listening", text)
                    line.add("url", "http://\(text)")
                }
                try? Console.result(json: line)
            }
        } catch {
            throw CommandError.failure("the sidecar could not be started")
        }
    }

    /// Whether paired devices know another key; a database that fails says so later.
    private func hasOtherKey(than key: VAPIDKey?, in database: SidecarDatabase) async -> Bool {
        (try? await database.hasOtherEndpointKey(than: key?.publicKey)) ?? false
    }

    /// What a sidecar has of its sender.
    private struct LoadedSender {
        let keys: SenderKeys
        let statements: SenderIdentity.Statements
        /// All identities that its name has stood for.
        let identities: [SenderIdentity]
        /// The key by which relays know the sender at endpoints of paired devices: made at the
        /// first start, or the reason why the store has none and takes none.
        let endpointKey: Result<VAPIDKey, KeyError>
    }

    private func loadSender() throws(CommandError) -> LoadedSender {
        do {
            let store = try store.open()
            return LoadedSender(
                keys: try SenderIdentities.load(named: sender, from: store),
                statements: try SenderIdentities.statements(named: sender, in: store),
                identities: try SenderIdentities.identities(named: sender, in: store),
                endpointKey: Result { () throws(KeyError) in
                    try VAPIDKey(of: PairedRecipients(in: store, of: sender))
                }
            )
        } catch let error as CommandError {
            throw error
        } catch let error as any ExplainedError {
            throw CommandError(.storeUnusable, error)
        } catch {
            throw .failure("the sender's store can't be opened")
        }
    }

    private func signer() throws(CommandError) -> VAPIDKey? {
        guard let vapidKey, let vapidSubject else { return nil }
        let file = try vapidKey.readSecret("VAPID key")
        do throws(OpenSSLError) {
            let key = try file.withBytes { bytes throws(OpenSSLError) in
                try P256PrivateKey(reading: bytes)
            }
            return VAPIDKey(key, subject: vapidSubject)
        } catch {
            throw CommandError(
                .storeUnusable,
                name: "unusableKey",
                "the VAPID key can't be used: \(error.message)",
                hint: error.hintOfPlainKey
            )
        }
    }
}
