// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import SealedPush
import SealedPushCoding
import SealedPushQRCode
import SealedPushRelay
import SealedPushRelayClient

/// What a backend asks about the pairing of a recipient's device: it shows a code to its user, and
/// hands on the number that the user types.
struct PairingRoutes: Sendable {
    private let pairings: PairingWorker
    private let database: SidecarDatabase
    private let policy: RelayPolicy

    private static let path: RouterPath = "v1/recipients/:code/pairing"

    init(_ pairings: PairingWorker, _ database: SidecarDatabase, _ policy: RelayPolicy) {
        self.pairings = pairings
        self.database = database
        self.policy = policy
    }

    func add(to router: some RouterMethods<SidecarContext>) {
        router.post(Self.path) { try await begin($0, $1) }
        router.get(Self.path) { _, context in try await state(context) }
        router.put(Self.path) { try await confirm($0, $1) }
        router.delete(Self.path) { _, context in try await undo(context) }
        router.delete("v1/recipients/:code/devices/:device") { _, context in
            try await remove(context)
        }
    }

    private func begin(_ request: Request, _ context: SidecarContext) async throws -> Response {
        let recipient = try context.recipient()
        let body = try await request.json(upTo: PairingRequest.byteLimit)
        let exchange: PairingExchange
        let code: PairingCode
        do {
            let asked = try PairingRequest(reading: body, policy)
            exchange = try pairings.exchange(for: asked)
            code = try PairingCode(of: exchange.link, at: asked.page)
        } catch let error as PairingRequestError {
            throw SidecarProblem.wrongPairing(error)
        }
        try await pairings.begin(exchange, for: recipient)
        return .json(.created) { object in
            object.add("link", code.text)
            object.add("svg", code.svg)
            object.add("end", exchange.link.end.milliseconds / 1000)
        }
    }

    private func state(_ context: SidecarContext) async throws -> Response {
        guard let pairing = try await pairings.pairing(of: context.recipient()) else {
            throw SidecarProblem.unknown
        }
        return .json { object in
            object.add("state", pairing.state.name)
            switch pairing.state {
            // A stranger's device could say its number in its name, which is told after that.
            case .waiting, .answered: object.add("end", pairing.until.milliseconds / 1000)
            case .confirmed(let name): object.add("name", name)
            case .ended(let reason): object.add("reason", reason.rawValue)
            }
        }
    }

    private func confirm(_ request: Request, _ context: SidecarContext) async throws -> Response {
        let recipient = try context.recipient()
        let body = try await request.json(upTo: PairingRequest.byteLimit)
        let number: PairingNumber
        do {
            number = try PairingNumber(reading: body)
        } catch {
            throw SidecarProblem.wrongPairing(error)
        }
        switch try await database.confirm(number, of: recipient) {
        case .confirmed: return Response(status: .noContent)
        case .wrongNumber: throw SidecarProblem.wrongNumber
        case .notAnswered: throw SidecarProblem.notAnswered
        }
    }

    private func undo(_ context: SidecarContext) async throws -> Response {
        try await pairings.undo(context.recipient())
        return Response(status: .noContent)
    }
}

extension PairingRoutes {
    /// Takes one device from a recipient, as a lost phone.
    private func remove(_ context: SidecarContext) async throws -> Response {
        let text = context.parameters.get("device") ?? ""
        guard let bytes = try? Base64URL.decode(Array(text.utf8).span),
            let device = try? DeviceIdentity(reading: bytes.span)
        else { throw SidecarProblem.unknown }
        try await database.remove(device, of: context.recipient())
        return Response(status: .noContent)
    }
}

/// A link as a backend shows it.
private struct PairingCode {
    let text: String
    let svg: String

    /// - Throws: ``PairingRequestError/wrongPage``.
    init(of link: PairingLink, at page: String?) throws(PairingRequestError) {
        if let page {
            guard let text = link.text(at: page), let svg = link.svg(at: page) else {
                throw .wrongPage
            }
            self.text = text
            self.svg = svg
        } else {
            text = link.text
            svg = link.svg
        }
    }
}
