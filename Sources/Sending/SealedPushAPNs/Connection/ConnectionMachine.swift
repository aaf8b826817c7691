// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// What one connection decides: how much it takes, which stream is whose, what an answer, a reset,
/// a GOAWAY, an end or a silence means for the pushes in flight.
///
/// Each push that it was given comes out once: answered, given back or abandoned.
struct ConnectionMachine {
    /// A push that was answered.
    struct Answered {
        let push: Push
        /// The number of the provider token that it was sent with.
        let tokenNumber: Int
        /// Whether the connection had taken no push before.
        let isFresh: Bool
        let answer: APNsAnswer
        /// How long the answer took.
        let time: Duration
    }

    /// What became of a push that was in flight.
    enum Outcome {
        case answered(Answered)
        case returned(Push, Requeue)
    }

    private enum Phase: Hashable {
        case connecting
        case open
        case leaving
    }

    /// Why a connection was left that answered: what it answers says more of it than of pushes.
    enum Fault: Hashable {
        /// It refuses the credentials; by some of these refusals a server is stuck until it is left
        /// (see docs/apns.md).
        case credentials
        /// The server has a fault of its own, and may have it with every push.
        case server
    }

    /// How long it may take to make a connection.
    static let connectLimit: Duration = .seconds(20)
    /// How long APNs may answer nothing that waits, or allow no stream at all, before the
    /// connection is left for another.
    static let answerLimit: Duration = .seconds(10)
    /// How long the last pushes of a connection that takes no more are waited for, from the last
    /// answer before that: APNs ends it soon, and others are not made while it is there.
    static let leavingLimit: Duration = .seconds(60)
    /// How many pushes are taken at once, so that others get their turn between.
    static let batch = 64
    /// The highest number that a stream may have (RFC 9113, section 5.1.1).
    static let lastStream: UInt32 = 0x7FFF_FFFF

    private var phase = Phase.connecting
    private var flights: [UInt32: Flight] = [:]
    private var limit = StreamLimit()
    private var liveness: Liveness
    private var nextStream: UInt32
    /// Until when nothing is sent, as APNs refuses the credentials, or there are none yet; nil if
    /// something is.
    var heldUntil: Duration?
    /// When a stream may be begun again, as others were refused.
    private var backoff = Backoff(limit: .seconds(6))
    private var serverTimeout: ServerTimeout
    private var suspicion = Suspicion()
    private var idleFrames = IdleFrames()
    /// Whether APNs allows no stream at all.
    private var isShut = false
    /// Whether HTTP/2 begins no stream for now, though there may be more.
    private(set) var isBlocked = false
    /// Whether a push was accepted, or refused for what it was.
    private(set) var hasWorked = false
    /// Why it was left, if that is by its answers.
    private(set) var fault: Fault?

    /// A connection that is begun to be made; see ``APNsConfiguration`` for its limits.
    init(
        at now: Duration,
        pingInterval: Duration = .hours(1),
        silenceLimit: Duration = .minutes(1),
        firstStream: UInt32 = 1
    ) {
        nextStream = firstStream
        liveness = Liveness(at: now, idleLimit: pingInterval, silenceLimit: silenceLimit)
        serverTimeout = ServerTimeout(at: now)
    }

    /// How many pushes are in flight.
    var inFlight: Int { flights.count }
    /// Whether it takes no more pushes.
    var isLeaving: Bool { phase == .leaving }
    /// Whether so much comes that ends no push that the connection is of no use.
    var isFlooded: Bool { idleFrames.areTooMany }
    /// Whether it is over: it takes no more, and all are answered.
    var isDone: Bool { phase == .leaving && flights.isEmpty }

    /// Notes that HTTP/2 may be spoken.
    mutating func opened(at now: Duration) {
        guard phase == .connecting else { return }
        phase = .open
        liveness.heard(at: now)
        progressed(at: now)
    }

    /// Takes no more pushes.
    mutating func leave() {
        phase = .leaving
    }

    /// Whether a PING is to be sent before the next push: nothing was heard for long, and a
    /// firewall may have dropped the connection without a word.
    mutating func probe(at now: Duration) -> Bool {
        phase == .open && flights.isEmpty && liveness.probe(at: now)
    }

    /// How many pushes it takes now, and whether it takes more later; `isWritable` is whether the
    /// way has room.
    func capacity(at now: Duration, isWritable: Bool) -> (count: Int, capacity: Dispatch.Capacity) {
        guard phase == .open, now >= heldUntil ?? now, now >= backoff.earliest,
            !flights.isEmpty || !liveness.isDoubtful(at: now)
        else { return (0, .held) }
        let allowance = limit.allowance(inFlight: flights.count)
        guard allowance > 0 else { return (0, limit.isProving ? .held : .full) }
        guard isWritable, !isBlocked else { return (0, .full) }
        return (min(allowance, Self.batch), .open)
    }

    /// Begins a push; gives the number of its stream, or nil if there is none left: it is then
    /// given back.
    mutating func start(_ push: Push, at now: Duration) -> UInt32? {
        guard phase == .open, nextStream <= Self.lastStream else {
            phase = .leaving
            return nil
        }
        liveness.sent(at: now)
        serverTimeout.begin(at: now)
        suspicion.sent(at: now)
        idleFrames.sent()
        let stream = nextStream
        nextStream += 2
        flights[stream] = Flight(push: push, start: now)
        if nextStream > Self.lastStream { phase = .leaving }
        return stream
    }

    /// Takes back a push whose stream HTTP/2 did not begin, so that none is in flight that has not
    /// left; nil if it was not in flight.
    ///
    /// HTTP/2 counts a stream until all of its request has left, even if it is answered. Until
    /// one ends, or the way has room, no other would begin either.
    mutating func takeBack(_ stream: UInt32) -> Push? {
        guard let flight = flights.removeValue(forKey: stream) else { return nil }
        isBlocked = true
        return flight.push
    }

    /// Notes that HTTP/2 may begin streams again.
    mutating func unblocked(at now: Duration) {
        guard isBlocked else { return }
        isBlocked = false
        if !waits { serverTimeout.rest(at: now) }
    }

    /// Notes that the header of a stream leaves, with the provider token of this number; gives what
    /// it asks for, or nil if no push is in flight on it.
    func request(on stream: UInt32, tokenNumber: Int) -> WireRequest? {
        guard let flight = flights[stream] else { return nil }
        flight.tokenNumber = tokenNumber
        return flight.push.request
    }

    /// Notes that a frame came.
    mutating func heard(at now: Duration) {
        liveness.heard(at: now)
        suspicion.heard(at: now, isWaiting: !flights.isEmpty)
        idleFrames.add(at: now)
    }

    /// Notes SETTINGS_MAX_CONCURRENT_STREAMS.
    mutating func settingsChanged(to maximum: UInt32, at now: Duration) {
        limit.settingsChanged(to: maximum)
        unblocked(at: now)
        isShut = maximum == 0
        // The times without a stream add up until something is answered.
        if isShut { serverTimeout.begin(at: now) } else if !waits { serverTimeout.rest(at: now) }
    }

    /// Whether the server owes something.
    private var waits: Bool { !flights.isEmpty || isShut || isBlocked }

    /// Whether a header with this status can't be what comes next of the answer on a stream: there
    /// is none, or one that promises an answer is the last (RFC 9113, section 8.1.1).
    func isMalformed(status: Int?, isEnd: Bool, on stream: UInt32) -> Bool {
        guard status.map({ isEnd && Self.isInterim($0) }) ?? true else { return false }
        return flights[stream].map { $0.status == nil } ?? false
    }

    /// Whether what has the status comes before the answer itself (RFC 9110, section 15.2).
    private static func isInterim(_ status: Int) -> Bool { (100..<200).contains(status) }

    /// Takes the header of an answer.
    mutating func head(
        of stream: UInt32,
        status: Int,
        header: (String) -> String? = { _ in nil },
        isEnd: Bool,
        at now: Duration
    ) -> Outcome? {
        guard let flight = flights[stream], flight.status != nil || !Self.isInterim(status) else {
            return nil
        }
        // What comes later are trailers.
        if flight.status == nil {
            flight.status = status
            flight.header = APNsAnswer.header(for: status, to: flight.push.request)
                .flatMap(header)
        }
        return isEnd ? answered(stream, at: now) : nil
    }

    /// Takes a part of the body of an answer; what is longer than any of APNs' is dropped.
    mutating func body(
        of stream: UInt32,
        _ bytes: [UInt8],
        isEnd: Bool,
        at now: Duration
    ) -> Outcome? {
        guard let flight = flights[stream] else { return nil }
        // One byte too many shows that it was.
        let missing = flight.bodyLimit + 1 - flight.body.count
        flight.body += bytes.prefix(missing)
        return isEnd ? answered(stream, at: now) : nil
    }

    /// Takes a reset of one stream (RFC 9113, section 6.4); `isRefused` is whether by
    /// REFUSED_STREAM, which alone says that APNs has not looked at the push (section 8.7).
    mutating func reset(
        _ stream: UInt32,
        isRefused: Bool = false,
        at now: Duration
    ) -> Outcome? {
        guard let flight = flights[stream] else { return nil }
        guard !flight.isAccepted else { return answered(stream, at: now) }
        flights[stream] = nil
        liveness.heard(at: now)
        idleFrames.answered()
        guard isRefused else {
            progressed(at: now)
            return .returned(flight.push, .broken)
        }
        // That is no answer: a connection that refuses each stream is left as one that allows none.
        // Not at once again: that would be refused as well, and as fast as the way allows.
        // What is refused together counts once.
        if now >= backoff.earliest {
            var generator = SystemRandomNumberGenerator()
            backoff.failed(at: now, using: &generator)
        }
        limit.refused()
        return .returned(flight.push, .unseen)
    }

    /// Takes a GOAWAY; gives back what APNs has not looked at, in order.
    ///
    /// A server that ends in peace first names the highest stream there can be, and later the last
    /// that it took.
    mutating func goAway(_ frame: GoAway) -> [Outcome] {
        phase = .leaving
        let unseen = flights.keys.filter(frame.hasNotSeen).sorted()
        return unseen.compactMap { flights.removeValue(forKey: $0) }
            .map { .returned($0.push, .unseen) }
    }

    /// Takes the end of the connection; what was accepted is, though more of the answer was to
    /// come.
    mutating func ended(at now: Duration) -> [Outcome] {
        phase = .leaving
        return flights.keys.sorted().compactMap { stream in
            if flights[stream]?.isAccepted == true { return answered(stream, at: now) }
            return flights.removeValue(forKey: stream).map { .returned($0.push, .broken) }
        }
    }

    /// Lets go of pushes that have ended otherwise; gives the streams to be reset.
    mutating func abandon(_ pushes: [Push], at now: Duration) -> [UInt32] {
        guard !pushes.isEmpty else { return [] }
        let gone = Set(pushes.map(ObjectIdentifier.init))
        let streams = flights.filter { gone.contains(ObjectIdentifier($0.value.push)) }.keys
            .sorted()
        for stream in streams { flights[stream] = nil }
        leaveIfStuck(at: now)
        if !waits { serverTimeout.rest(at: now) }
        return streams
    }

    /// Gives back what is late on a suspect connection and may be sent on another, in order, with
    /// the streams to be reset.
    mutating func takeLate(at now: Duration) -> [(stream: UInt32, push: Push)] {
        guard suspicion.isConfirmed else { return [] }
        let streams = flights.filter { $0.value.isMovable && $0.value.isLate(at: now) }.keys
        return streams.sorted().compactMap { stream in
            flights.removeValue(forKey: stream).map { (stream, $0.push) }
        }
    }

    /// When time is to be told next.
    func nextTick(at now: Duration) -> Duration {
        var due = liveness.due(isWaiting: !flights.isEmpty)
        if let replyDeadline { due = min(due, replyDeadline) }
        if let check = suspicion.due, !flights.isEmpty { due = min(due, check) }
        if let heldUntil, heldUntil > now { due = min(due, heldUntil) }
        return backoff.earliest > now ? min(due, backoff.earliest) : due
    }

    /// When the server has to let the connection go on at the latest.
    private var replyDeadline: Duration? {
        switch phase {
        case .connecting: serverTimeout.end(after: Self.connectLimit)
        case .open: serverTimeout.end(after: Self.answerLimit)
        case .leaving: flights.isEmpty ? nil : serverTimeout.end(after: Self.leavingLimit)
        }
    }

    /// Notes what time it is.
    mutating func tick(at now: Duration) -> Liveness.Verdict {
        leaveIfStuck(at: now)
        if let replyDeadline, now >= replyDeadline { return .dead }
        guard phase != .connecting else { return .alive }
        let verdict = liveness.check(at: now, isWaiting: !flights.isEmpty)
        lookForLate(at: now)
        return verdict
    }

    /// Leaves a connection that answers some pushes and leaves others lying.
    private mutating func lookForLate(at now: Duration) {
        let isStuck = serverTimeout.end(after: Self.answerLimit).map { now >= $0 } ?? false
        guard isStuck || now >= suspicion.due ?? now + .seconds(1) else { return }
        suspicion.look(
            at: now,
            starts: flights.values.map(\.start),
            isStuck: isStuck,
            isSilent: liveness.isPinged
        )
        if suspicion.isConfirmed { leave() }
    }

    /// Leaves a connection on which nothing was answered for long, or no stream was allowed: what
    /// is in flight may be answered yet, but no other is held up by it.
    private mutating func leaveIfStuck(at now: Duration) {
        if phase == .open, let replyDeadline, now >= replyDeadline { leave() }
    }

    /// Notes that the server went on: what it owes yet is waited for from now on, unless the
    /// connection leaves.
    private mutating func progressed(at now: Duration) {
        guard phase != .leaving else { return }
        serverTimeout = ServerTimeout(at: waits ? now : nil)
    }

    private mutating func answered(_ stream: UInt32, at now: Duration) -> Outcome? {
        guard let flight = flights.removeValue(forKey: stream) else { return nil }
        let answer = APNsAnswer(
            status: flight.status ?? 0,
            header: flight.header,
            body: flight.body,
            to: flight.push.request
        )
        let isFresh = !hasWorked
        if answer.hasTakenCredentials == true {
            hasWorked = true
            limit.taken()
        }
        if answer.hasTakenCredentials == false { fault = .credentials }
        if answer.status == 500 { fault = fault ?? .server }
        liveness.heard(at: now)
        idleFrames.answered()
        progressed(at: now)
        backoff.worked()
        if fault != nil || [.shutdown, .idleTimeout].contains(answer.rejection?.reason) { leave() }
        return .answered(
            Answered(
                push: flight.push,
                tokenNumber: flight.tokenNumber,
                isFresh: isFresh,
                answer: answer,
                time: now - flight.start
            )
        )
    }
}
