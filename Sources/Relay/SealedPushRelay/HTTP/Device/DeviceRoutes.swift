// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import SealedPush
import SealedPushCoding
package import ServerStore
import Synchronization

/// What a device asks: it registers, activates its push token, publishes prekeys and makes
/// endpoints.
package final class DeviceRoutes: Sendable {
    let store: any RelayStore
    let url: PublicURL
    let secrets: RelaySecrets
    let pushes: OwnPushes
    private let gate: RegistrationGate
    let network: ClientNetwork
    private let time: WorkerTime
    private let tests = Mutex(CountedWindow<DeviceID>(limit: 3, length: .minutes(1)))

    /// - Parameters:
    ///   - store: Where devices are.
    ///   - url: Where the world reaches the relay: what possession proofs name.
    ///   - secrets: The relay's keys.
    ///   - pushes: Sends activation codes and test pushes.
    ///   - gate: Which apps are served, and who may register.
    ///   - network: Tells where requests come from.
    ///   - time: The monotonic time.
    package init(
        store: any RelayStore,
        url: PublicURL,
        secrets: RelaySecrets,
        pushes: OwnPushes,
        gate: RegistrationGate,
        network: ClientNetwork,
        time: WorkerTime = WorkerTime(ContinuousClock())
    ) {
        self.store = store
        self.url = url
        self.secrets = secrets
        self.pushes = pushes
        self.gate = gate
        self.network = network
        self.time = time
    }

    /// Adds the routes.
    func add(to router: some RouterMethods<RelayContext>) {
        router.post("v1/devices") { [self] in try await register($0, $1) }
        let device = router.group("v1/devices/:device")
        device.get { [self] in try await show($0, $1) }
        device.delete { [self] in try await retire($0, $1) }
        device.put("retirement") { [self] in try await keepRetirement($0, $1) }
        device.post("test") { [self] in try await test($0, $1) }
        device.get("challenge") { [self] in try await challenge($1) }
        device.put("credential") { [self] in try await replaceCredential($0, $1) }
        device.post("activation") { [self] in try await activate($0, $1) }
        device.post("activation/retry") { [self] in try await pushCode($0, $1) }
        device.put("token") { [self] in try await name($0, $1) }
        device.put("bundle") { [self] in try await publish($0, $1) }
        device.put("stock") { [self] in try await replaceStock($0, $1) }
        device.get("endpoints") { [self] in try await listEndpoints($0, $1) }
        device.post("endpoints") { [self] in try await makeEndpoint($0, $1) }
        device.delete("endpoints/:endpoint") { [self] in try await revoke($0, $1) }
    }

    // MARK: - Registration

    /// Who hands out the device's prekeys.
    private enum PrekeySource: String, CaseIterable {
        case relay
        case elsewhere
    }

    /// Registers a device, and pushes the code that activates its token.
    private func register(_ request: Request, _ context: RelayContext) async throws -> Response {
        let body = try await request.object(
            of: "app",
            "environment",
            "token",
            "bundle",
            "prekeys",
            "invitation"
        )
        let (app, token) = (try body.app(), try body.token())
        let source = try body.choice("prekeys", else: PrekeySource.relay)
        let bytes = try body.bytes("bundle")
        // Signatures are verified for those who may register only: that takes longer than all else.
        let invitation = try await admit(body, to: app, request, context)
        guard let bundle = try? DeviceBundle(reading: bytes.span) else {
            throw Problem.wrongBody(.bundle(.unreadable))
        }
        let now = try await store.now()
        let published: PublishedPrekeys
        do {
            published = try PublishedPrekeys(publishing: bytes, of: bundle.device, at: now)
        } catch {
            throw Problem.wrongBody(.bundle(error))
        }
        let (id, credential, code) = (DeviceID(), Capability(), Capability())
        var device = RelayDevice(
            registering: id,
            app: app,
            identity: bundle.device,
            credential: credential.digest,
            token: fingerprint(of: token, for: app),
            sealed: { [secrets] in secrets.seal(token, of: id, app, $0) },
            at: now
        )
        let push = try device.issueCode(code, origin: url.origin, at: now)
        let prekeys = source == .relay ? published : nil
        guard var place = pushes.reserve() else { throw Problem.unavailable }
        let isAdded = try await store.write(.holding(bytes: prekeys?.bundle.count ?? 0)) {
            [device] transaction in
            if let invitation { return try transaction.register(device, prekeys, by: invitation) }
            try transaction.add(device, prekeys)
            return true
        }
        guard isAdded else { throw Problem.invitationRefused }
        send(code, as: push, to: device.candidate, of: device, at: now, in: &place)
        return .json(.created) { answer in
            answer.add("device", id.text)
            answer.add("credential", credential.text)
        }
    }

    /// Holds a registration against the app's policy.
    ///
    /// - Returns: The invitation that it comes by; nil if the app is open.
    /// - Throws: A ``Problem``, or what the store throws.
    private func admit(
        _ body: JSONBody,
        to app: AppEnvironment,
        _ request: Request,
        _ context: RelayContext
    ) async throws -> Capability.Digest? {
        switch gate.policy(of: app) {
        case .invited:
            guard let code = try body.text("invitation").flatMap(Capability.init(text:)),
                try await store.read({ try $0.admits(code.digest, to: app) })
            else { throw Problem.invitationRefused }
            return code.digest
        case .open:
            try brake(request, context, app)
            let pending = try await store.read { try $0.pendingCount() }
            guard pending < OpenRegistration.pendingLimit else { throw Problem.busy(.minutes(1)) }
            return nil
        case nil: throw Problem.wrongBody(.unknownApp)
        }
    }

    /// Counts an activation push, unless it comes too soon.
    func brake(
        _ request: Request,
        _ context: RelayContext,
        _ app: AppEnvironment
    ) throws(Problem) {
        let network = network.prefix(of: request.headers, from: context.peer)
        if let wait = gate.push(of: app, from: network) { throw .busy(wait) }
    }

    /// What the relay knows, and how many one-time prekeys the device is to keep in stock.
    private func show(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        let wanted = try await store.read { try $0.wantedStock(of: device.id) }
        return .json { answer in
            answer.add("state", device.state.stored.word)
            answer.add("activationPending", device.candidate != nil)
            answer.add("wanted", wanted)
        }
    }

    /// Ends a device for good.
    private func retire(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        try await store.write { try $0.retire(device.id) }
        return .empty()
    }

    /// Takes the device's retirement, which its senders get beside the bundle, or with `gone`.
    ///
    /// The device's identity has signed it (V-18), so the owner of a lost phone hands it in without
    /// the credential.
    private func keepRetirement(
        _ request: Request,
        _ context: RelayContext
    ) async throws -> Response {
        guard let device = try await device(in: context) else { throw Problem.unknown }
        try request.require(Self.mediaType)
        let bytes = try await request.bytes(upTo: DeviceIdentity.Retirement.count)
        guard let statement = try? DeviceIdentity.Retirement(reading: bytes.span),
            statement.device == device.identity
        else { throw Problem.wrongBody(.retirement) }
        try await store.write { try $0.keep(statement, of: device.id) }
        return .empty()
    }

    /// Pushes a placeholder, so that a person sees whether pushes arrive.
    private func test(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        guard device.state.takesMessages, let token = device.token else { throw Problem.notActive }
        let wait = tests.withLock { $0.count(device.id, at: time.now()) }
        if let wait { throw Problem.busy(wait) }
        let expires = try await store.now().advanced(by: ActivationCodes.validity)
        guard var place = pushes.reserve() else { throw Problem.unavailable }
        pushes.take(.test, to: token, of: device.id, device.app, until: expires, in: &place)
        return .empty(.accepted)
    }

    // MARK: - Parts

    /// The media type of bundles, stocks and statements.
    static let mediaType = "application/octet-stream"

    /// The device of a request that shows its credential; one that does not is told nothing.
    func device(_ request: Request, _ context: RelayContext) async throws -> RelayDevice {
        let credential = try request.bearer(missing: Problem.unknown, unknown: .unknown)
        guard let device = try await device(in: context), device.credential == credential.digest
        else { throw Problem.unknown }
        guard device.state.ended == nil else {
            throw Problem.gone(try await store.read { try $0.retirement(of: device.id) })
        }
        return device
    }

    /// The device that a path names, if there is one.
    func device(in context: RelayContext) async throws -> RelayDevice? {
        guard let id = context.parameters.get("device").flatMap(DeviceID.init(text:)) else {
            return nil
        }
        return try await store.read { try $0.device(id) }
    }

    func fingerprint(of token: [UInt8], for app: AppEnvironment) -> TokenFingerprint {
        TokenFingerprint(of: token, for: app, key: secrets.fingerprints)
    }

    /// Pushes an activation code to a token that waits for it.
    func send(
        _ code: Capability,
        as push: ActivationCodes.Push,
        to token: RegisteredToken?,
        of device: RelayDevice,
        at now: Timestamp,
        in place: inout OwnPushes.Place
    ) {
        guard let token else { return }
        pushes.take(
            .activation(device.id, code, push, origin: url.origin),
            to: token,
            of: device.id,
            device.app,
            until: now.advanced(by: ActivationCodes.validity),
            in: &place
        )
    }
}

extension RelaySecrets {
    /// Encrypts a device's token.
    func seal(
        _ token: [UInt8],
        of device: DeviceID,
        _ app: AppEnvironment,
        _ version: TokenVersion
    ) -> [UInt8] {
        tokens.seal(token, for: TokenContext(device: device, app: app, version: version))
    }
}
