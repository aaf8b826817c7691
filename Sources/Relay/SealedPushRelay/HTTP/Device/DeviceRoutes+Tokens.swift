// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import SealedPush
import SealedPushCoding

/// A push token is activated by the code that is pushed to it, and a lost credential is replaced by
/// a proof.
extension DeviceRoutes {
    /// Takes the token that an app names at each start.
    func name(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        let token = try await request.object(of: "token").token()
        let fingerprint = fingerprint(of: token, for: device.app)
        let code = Capability()
        let origin = url.origin
        let name = { @Sendable [secrets] (device: inout RelayDevice, now: Timestamp) in
            Result { () throws(DeviceEnded) -> NamedToken in
                let (id, app) = (device.id, device.app)
                let change = try device.name(
                    fingerprint,
                    sealed: { secrets.seal(token, of: id, app, $0) },
                    at: now
                )
                guard change == .needsActivation else { return .serves }
                // If too many codes were made in the last hour, the app asks again.
                let push = try? device.issueCode(code, origin: origin, at: now)
                return .waits(device, push, now)
            }
        }
        // A push is counted, and has its place, before anything is changed.
        var copy = device
        guard var place = pushes.reserve() else { throw Problem.unavailable }
        if case .success(.waits(_, .some, _)) = name(&copy, try await store.now()) {
            try brake(request, context, device.app)
        }
        let change = try await store.write { try $0.change(device.id, name) }
        switch change {
        case .success(.serves): return .empty()
        case .success(.waits(let device, let push, let now)):
            if let push {
                send(code, as: push, to: device.candidate, of: device, at: now, in: &place)
            }
            return .empty(.accepted)
        case .failure: throw Problem.gone(nil)
        case nil: throw Problem.unknown
        }
    }

    /// What becomes of a token that an app names.
    private enum NamedToken: Sendable {
        case serves
        case waits(RelayDevice, ActivationCodes.Push?, Timestamp)
    }

    private typealias IssuedCode = (ActivationCodes.Push, RelayDevice, Timestamp)

    /// Pushes another code: as an alert if the last one was not answered.
    func pushCode(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        let (code, origin) = (Capability(), url.origin)
        let issue = { @Sendable (device: inout RelayDevice, now: Timestamp) in
            Result { () throws(ActivationError) -> IssuedCode in
                (try device.issueCode(code, origin: origin, at: now), device, now)
            }
        }
        // A push is counted, and has its place, before a code is used up.
        var copy = device
        guard var place = pushes.reserve() else { throw Problem.unavailable }
        if case .success = issue(&copy, try await store.now()) {
            try brake(request, context, device.app)
        }
        switch try await store.write({ try $0.change(device.id, issue) }) {
        case .success(let (push, device, now)):
            send(code, as: push, to: device.candidate, of: device, at: now, in: &place)
            return .empty()
        case .failure(let error): throw Problem(error)
        case nil: throw Problem.unknown
        }
    }

    /// Lets the token serve to which the code of a proof was pushed, and pushes a code to each
    /// device that loses it by that.
    func activate(_ request: Request, _ context: RelayContext) async throws -> Response {
        let device = try await device(request, context)
        let proof = try await request.object(of: "proof").proof()
        let answer = ActivationAnswer(proof, origin: url.origin)
        switch try await store.write({ try $0.activate(device.id, by: answer) }) {
        case .success(let recalls):
            // Without a place an app answers at its next start.
            for recall in recalls {
                guard var place = pushes.reserve() else { break }
                let (code, device, now) = (recall.code, recall.device, recall.issued)
                send(code, as: .recall, to: device.token, of: device, at: now, in: &place)
            }
            return .empty()
        case .failure(let error): throw Problem(error)
        case nil: throw Problem.unknown
        }
    }

    // MARK: - Credential

    /// Gives what a device signs that has lost its credential.
    func challenge(_ context: RelayContext) async throws -> Response {
        guard let device = try await device(in: context) else { throw Problem.unknown }
        guard device.state.ended == nil else { throw Problem.gone(nil) }
        let now = try await store.now()
        let challenge = CredentialChallenge(
            to: device,
            at: url.origin,
            key: secrets.challenges,
            now: now
        )
        return .json { $0.add("challenge", base64URL: challenge.nonce.span) }
    }

    /// Replaces a credential that the app has lost, by a proof that answers a challenge.
    func replaceCredential(_ request: Request, _ context: RelayContext) async throws -> Response {
        guard let device = try await device(in: context) else { throw Problem.unknown }
        let proof = try await request.object(of: "proof").proof()
        let (credential, origin) = (Capability(), url.origin)
        let isReplaced = try await store.write { [secrets] transaction in
            try transaction.change(device.id) { device, now in
                let challenge = CredentialChallenge(
                    answeredBy: proof,
                    of: device,
                    at: origin,
                    key: secrets.challenges,
                    now: now
                )
                guard let challenge else { return false }
                return device.replaceCredential(
                    by: credential.digest,
                    proof,
                    answering: challenge
                )
            }
        }
        guard isReplaced == true else { throw Problem.proofRefused }
        return .json { $0.add("credential", credential.text) }
    }
}

extension Problem {
    fileprivate init(_ error: ActivationError) {
        switch error {
        case .nothingToActivate: self = .nothingToActivate
        case .tooManyCodes(let wait): self = .busy(wait)
        case .wrongProof, .wrongCode: self = .proofRefused
        }
    }
}
