// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs

/// What the server knows of one connection.
struct ConnectionState {
    /// Its number, from 1.
    let number: Int
    var rules: ConnectionRules
    /// Whether nothing comes on it any more.
    private(set) var isSilent = false
    /// The last stream that is answered, once the connection ends.
    private(set) var lastStream: Int?

    /// What is done about each further push, where the server is stuck.
    private(set) var stuck: Fault?

    private let observations: Observations?
    private var badTokens = 0
    /// How many streams a provider may have that is known.
    private let fullLimit: Int
    /// How many a script allows, in the place of the rules.
    private var scriptedLimit: Int?
    private var announcedLimit: Int
    /// How much later than the answer that brings it a limit is announced that rises.
    private let riseDelay: Duration
    /// The highest stream that was looked at.
    private var highestStream = 0

    /// A new connection.
    init(
        number: Int,
        certificate: ProviderCertificate?,
        observations: Observations? = nil,
        streamLimit: Int,
        riseDelay: Duration = .zero
    ) {
        self.number = number
        self.observations = observations
        self.riseDelay = riseDelay
        fullLimit = streamLimit
        rules = ConnectionRules(
            certificate: certificate,
            fallsAtAnyRefusal: observations != nil
        )
        announcedLimit = rules.streamLimit(full: streamLimit)
    }

    /// How many streams the first SETTINGS allow.
    var firstLimit: Int { announcedLimit }

    /// Whether the server still looks at what comes on a stream.
    func listens(to stream: Int) -> Bool {
        !isSilent && stream <= lastStream ?? .max
    }

    /// Whether the server looks at a push, where this fault comes with it.
    mutating func looks(at stream: Int, despite fault: Fault?) -> Bool {
        if case .goAway(_, _, .before) = fault, stream > highestStream { return false }
        highestStream = max(highestStream, stream)
        return switch fault {
        // Where a later push was looked at, GOAWAY can't leave out this one: its last stream is
        // that push's at least.
        case nil, .goAway, .slowGoAway, .latency, .streamLimit: true
        case .reset(_, let stage), .drop(let stage), .silence(let stage): stage == .after
        case .refusal, .answer: false
        }
    }

    /// Notes what became of a push; says whether the connection is to end for it, by what was
    /// observed.
    mutating func isToEnd(after outcome: PushRecord.Outcome, answeredBy fault: Fault?) -> Bool {
        guard let observations else { return false }
        if case .answer(status: 500, _) = fault { stuck = .refusal(.internalServerError) }
        guard case .refused(let reason) = outcome else { return false }
        switch reason {
        case .expiredProviderToken, .internalServerError: stuck = .refusal(reason)
        case .tooManyProviderTokenUpdates: stuck = .silence(.before)
        case .badDeviceToken: badTokens += 1
        default: break
        }
        return reason == .badDeviceToken && badTokens == observations.badTokenLimit
            && lastStream == nil
    }

    /// Notes a limit that a script sets, or the end of one.
    mutating func setLimit(_ limit: Int?) {
        scriptedLimit = limit
    }

    /// The limit that is to be announced, where it has changed; `latency` is that of the answer
    /// that brings it.
    mutating func takeLimit(after latency: Duration) -> Response.StreamLimit? {
        let limit = scriptedLimit ?? rules.streamLimit(full: fullLimit)
        guard limit != announcedLimit else { return nil }
        let isLate = limit > announcedLimit && riseDelay > .zero
        announcedLimit = limit
        return Response.StreamLimit(limit: limit, delay: isLate ? latency + riseDelay : .zero)
    }

    /// Begins to end before or after a stream, or after the highest one that was looked at.
    ///
    /// - Returns: The last stream that is answered.
    mutating func end(_ stage: Fault.Stage, _ stream: Int) -> Int {
        // A client's streams have odd numbers.
        let last = max(highestStream, stage == .before ? stream - 2 : stream, 0)
        lastStream = last
        return last
    }

    /// Begins to end, and leaves out no stream yet.
    mutating func announceEnd() {
        lastStream = .max
    }

    /// Ends in peace behind what was looked at.
    mutating func stop(for reason: APNsReason?) -> Response.GoAway {
        lastStream = highestStream
        return Response.GoAway(
            lastStream: highestStream,
            errorCode: 0,
            data: reason.map { RefusalBody.bytes($0) } ?? []
        )
    }

    /// From now on nothing comes on it.
    mutating func fallSilent() {
        isSilent = true
    }
}
