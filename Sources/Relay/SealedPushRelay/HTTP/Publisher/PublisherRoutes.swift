// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import SealedPushCoding

/// What the publisher's backend asks: invitations, one for each device that its app registers.
package final class PublisherRoutes: Sendable {
    private let store: any RelayStore
    private let gate: RegistrationGate

    /// - Parameters:
    ///   - store: Where API keys and invitations are.
    ///   - gate: Which apps are served.
    package init(store: any RelayStore, gate: RegistrationGate) {
        self.store = store
        self.gate = gate
    }

    /// Adds the routes.
    func add(to router: some RouterMethods<RelayContext>) {
        router.post("v1/invitations") { [self] request, _ in try await invite(request) }
    }

    private func invite(_ request: Request) async throws -> Response {
        try await authorize(request, .invitations)
        let app = try await request.object(of: "app", "environment").app()
        guard gate.policy(of: app) != nil else { throw Problem.wrongBody(.unknownApp) }
        let code = Capability()
        let expires = try await store.write { transaction in
            let expires = transaction.now.advanced(by: Invitation.validity)
            try transaction.add(Invitation(digest: code.digest, app: app, expires: expires))
            return expires
        }
        return .json(.created) { answer in
            answer.add("invitation", code.text)
            answer.add("expires", expires.milliseconds / 1000)
        }
    }

    private func authorize(_ request: Request, _ scope: APIKey.Scope) async throws {
        let key = try request.bearer(missing: Problem.keyRequired, unknown: .keyUnknown)
        guard let known = try await store.read({ try $0.apiKey(key.digest) }) else {
            throw Problem.keyUnknown
        }
        guard known.scopes.contains(scope) else { throw Problem.keyRefused }
    }
}
