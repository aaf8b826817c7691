// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A device that receives through the relay, and every change of its state.
///
/// It is a value: a store reads it, lets one of the methods decide, and writes it back in one
/// transaction.
package struct RelayDevice: Hashable, Sendable {
    /// Its name.
    package let id: DeviceID
    /// The app and the environment; they never change.
    package let app: AppEnvironment
    /// The key that signs its prekeys; it never changes.
    package let identity: DeviceIdentity
    /// The digest of the credential that the app shows.
    package private(set) var credential: Capability.Digest
    /// How far it can be reached.
    package private(set) var state: DeviceState
    /// The token to which messages are sent; nil before the first activation.
    package private(set) var token: RegisteredToken?
    /// Since when the device, or an earlier registration of its identity, has had this token.
    package private(set) var held: Timestamp?
    /// A newer token that waits for its activation, while the older one serves.
    package private(set) var candidate: RegisteredToken?
    /// The codes with which the candidate can be activated, or the token that another identity
    /// took.
    package private(set) var codes = ActivationCodes()

    /// Takes what a store has kept.
    package init(
        id: DeviceID,
        app: AppEnvironment,
        identity: DeviceIdentity,
        credential: Capability.Digest,
        state: DeviceState,
        token: RegisteredToken?,
        held: Timestamp?,
        candidate: RegisteredToken?,
        codes: ActivationCodes
    ) {
        self.id = id
        self.app = app
        self.identity = identity
        self.credential = credential
        self.state = state
        self.token = token
        self.held = held
        self.candidate = candidate
        self.codes = codes
    }

    /// Registers a device, which cannot receive before its token is activated.
    package init(
        registering id: DeviceID,
        app: AppEnvironment,
        identity: DeviceIdentity,
        credential: Capability.Digest,
        token: TokenFingerprint,
        sealed: (TokenVersion) -> [UInt8],
        at now: Timestamp
    ) {
        self.id = id
        self.app = app
        self.identity = identity
        self.credential = credential
        state = .pending(since: now)
        candidate = RegisteredToken(
            version: .first,
            fingerprint: token,
            sealed: sealed(.first),
            registered: now
        )
    }

    // MARK: - Tokens

    /// What became of a token that the app named.
    package enum TokenChange: Hashable, Sendable {
        /// It is the one that serves, and the relay was told less than a day ago.
        case unchanged
        /// It is the one that serves, and its date was renewed.
        case renewed
        /// It serves after its activation.
        case needsActivation
    }

    /// How old the date of a serving token may become before it is written again.
    package static let renewal: Duration = .days(1)

    /// Takes the token that the app names at each start; the caller gives its encryption for a
    /// version.
    ///
    /// A device that has ended is not changed: its app registers a new one.
    ///
    /// - Throws: ``DeviceEnded``.
    package mutating func name(
        _ token: TokenFingerprint,
        sealed: (TokenVersion) -> [UInt8],
        at now: Timestamp
    ) throws(DeviceEnded) -> TokenChange {
        guard state.ended == nil else { throw DeviceEnded() }
        if state == .active, let old = self.token, old.fingerprint == token {
            candidate = nil
            guard old.registered.advanced(by: Self.renewal) <= now else { return .unchanged }
            self.token?.registered = now
            return .renewed
        }
        guard candidate?.fingerprint != token else {
            candidate?.registered = now
            return .needsActivation
        }
        let versions = [self.token?.version, candidate?.version].compactMap(\.self)
        let latest = versions.max() ?? TokenVersion(0)
        candidate = RegisteredToken(
            version: latest.next,
            fingerprint: token,
            sealed: sealed(latest.next),
            registered: now
        )
        return .needsActivation
    }

    /// Replaces the encryption of both tokens, after a rotation of the token key.
    package mutating func rekey<Failure: Error>(
        _ rekey: (RegisteredToken) throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        if let token, let sealed = try rekey(token) { self.token?.sealed = sealed }
        if let candidate, let sealed = try rekey(candidate) { self.candidate?.sealed = sealed }
    }

    // MARK: - Activation

    /// Makes a code that is pushed to the candidate.
    ///
    /// - Parameters:
    ///   - code: The code: the nonce of the proof that answers it.
    ///   - origin: The origin of the relay's configured URL.
    ///   - now: The time.
    /// - Returns: How it is pushed.
    /// - Throws: ``ActivationError/nothingToActivate``,
    ///   ``ActivationError/tooManyCodes(retryAfter:)``.
    @discardableResult
    package mutating func issueCode(
        _ code: Capability,
        origin: WebOrigin,
        at now: Timestamp
    ) throws(ActivationError) -> ActivationCodes.Push {
        guard let candidate, state.ended == nil else { throw .nothingToActivate }
        return try codes.issue(digest(of: code, origin), for: candidate.version, at: now)
    }

    /// The digest of what a proof that answers a code has as its challenge (V-22).
    private func digest(of code: Capability, _ origin: WebOrigin) -> Capability.Digest {
        let challenge = DeviceIdentity.PossessionProof.Challenge(
            to: .activation,
            at: origin,
            of: id.text,
            nonce: code.bytes
        )
        return Capability.Digest(ofChallenge: challenge.bytes)
    }

    /// Lets the candidate serve, or the token that another identity took, if the device proves that
    /// the code reached it.
    ///
    /// - Parameters:
    ///   - proof: A possession proof whose nonce is the code.
    ///   - origin: The origin of the relay's configured URL.
    ///   - now: The time.
    /// - Throws: ``ActivationError``.
    package mutating func activate(
        by proof: DeviceIdentity.PossessionProof,
        origin: WebOrigin,
        at now: Timestamp
    ) throws(ActivationError) {
        guard state.ended == nil, candidate != nil || codes.hasRecall else {
            throw .nothingToActivate
        }
        // V-24
        guard proof.device == identity, proof.origin == origin.text else { throw .wrongProof }
        let digest = Capability.Digest(ofChallenge: proof.challenge)
        guard
            let answered = [candidate, token].compactMap(\.self).first(where: { token in
                codes.contains(digest, for: token.version, at: now)
            })
        else { throw .wrongCode }
        if answered.fingerprint != token?.fingerprint { held = now }
        token = answered
        // The push that brought the code shows that the token is alive now.
        token?.registered = now
        if candidate?.fingerprint == answered.fingerprint { candidate = nil }
        codes.use(keeping: candidate?.version)
        state = .active
    }

    // MARK: - Takeovers

    /// Notes that another identity activated the token of this device, which waits for its app's
    /// answer then.
    package mutating func lose(at now: Timestamp) {
        switch state {
        case .active, .doubtful: state = .unreachable(since: now)
        case .pending, .unreachable, .gone, .replaced, .retired: break
        }
    }

    /// Makes a code that is pushed to the token that the device has lost, if it has lost one.
    package mutating func recall(by code: Capability, origin: WebOrigin, at now: Timestamp) {
        guard let token, case .unreachable = state else { return }
        codes.recall(digest(of: code, origin), for: token.version, at: now)
    }

    /// Notes that an earlier registration of the same identity had the token before.
    package mutating func inherit(_ held: Timestamp?) {
        guard let held else { return }
        self.held = min(self.held ?? held, held)
    }

    // MARK: - Credential

    /// Replaces a credential that the app has lost.
    ///
    /// - Parameters:
    ///   - new: The digest of the new one.
    ///   - proof: A possession proof that answers the challenge.
    ///   - challenge: The challenge.
    /// - Returns: Whether it was replaced: not if the device has ended, the proof is another
    ///   device's or does not answer the challenge, or the credential has changed since the
    ///   challenge was made.
    package mutating func replaceCredential(
        by new: Capability.Digest,
        _ proof: DeviceIdentity.PossessionProof,
        answering challenge: CredentialChallenge
    ) -> Bool {
        guard state.ended == nil, proof.device == identity, proof.answers(challenge.asked),
            challenge.credential == credential
        else { return false }
        credential = new
        return true
    }

    // MARK: - Reports

    /// Notes that the push service refused a token as dead or wrong.
    ///
    /// - Parameters:
    ///   - version: The version to which the push was sent.
    ///   - since: The moment since which the service knows the token as dead, if it names one.
    ///   - leased: When the message was leased. A doubt counts from then on as well: a clock that
    ///     is set forward while pushes are under way ends none.
    ///   - now: The time.
    package mutating func noteRefusal(
        of version: TokenVersion,
        deadSince since: Timestamp?,
        leased: Timestamp,
        at now: Timestamp
    ) {
        guard let token, token.version == version else { return }
        let isProof = since.map { $0 > token.registered } ?? false
        switch state {
        case .active: state = isProof ? .unreachable(since: now) : .doubtful(since: now)
        case .doubtful(let first):
            let isLate = first.advanced(by: DeviceState.doubt) <= min(leased, now)
            guard isProof || isLate else { return }
            state = .unreachable(since: now)
        case .pending, .unreachable, .gone, .replaced, .retired: break
        }
    }

    /// Notes that the push service accepted a push to a token: that ends a doubt about it.
    package mutating func noteAcceptance(by version: TokenVersion) {
        guard case .doubtful = state, token?.version == version else { return }
        state = .active
    }

    // MARK: - Ends

    /// Notes that another registration of the same identity activated the same token.
    package mutating func replace(at now: Timestamp) { end(.replaced(since: now)) }

    /// Notes that the device's owner removed it.
    package mutating func retire(at now: Timestamp) { end(.retired(since: now)) }

    /// What the passing of time does to a device.
    package enum Age: Hashable, Sendable {
        /// Nothing.
        case unchanged
        /// It is gone now; its messages and endpoints end.
        case ended
        /// It is to be deleted.
        case forgotten
    }

    /// Lets time pass.
    package mutating func age(to now: Timestamp) -> Age {
        func isOver(_ since: Timestamp, _ limit: Duration) -> Bool {
            since.advanced(by: limit) <= now
        }
        switch state {
        case .active, .doubtful: return .unchanged
        case .pending(let since):
            return isOver(since, DeviceState.pendingLimit) ? .forgotten : .unchanged
        case .unreachable(let since):
            guard isOver(since, DeviceState.patience) else { return .unchanged }
            end(.gone(since: now))
            return .ended
        case .gone(let since), .replaced(let since), .retired(let since):
            return isOver(since, DeviceState.memory) ? .forgotten : .unchanged
        }
    }

    /// A device that has ended keeps no token: nothing is ever sent to it again.
    private mutating func end(_ state: DeviceState) {
        guard self.state.ended == nil else { return }
        self.state = state
        token = nil
        held = nil
        candidate = nil
        codes = ActivationCodes()
    }
}

/// The device has reached a final state.
package struct DeviceEnded: Error, Hashable {}
