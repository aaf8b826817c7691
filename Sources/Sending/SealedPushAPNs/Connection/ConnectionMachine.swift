// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What one connection decides: how much it takes, which stream is whose, what an answer, a reset, a GOAWAY, an end or a
/// silence means for the pushes in flight.
///
/// Each push that it was given comes out once: answered, given back or abandoned.
struct ConnectionMachine {
    /// A push that was answered.
    struct Answered {
        let push: Push
        /// The number of the provider token that it was sent with.
        let tokenNumber: Int
        let answer: APNsAnswer
        /// How long the answer took.
        let time: Duration
    }

    /// What became of a push whose stream was reset, or whose connection ended.
    enum Outcome {
        case answered(Answered)
        case returned(Push, Return)
    }

    /// What is to be done when time has passed.
    enum Verdict: Hashable {
        case nothing
        case ping
        /// The connection is given up: it could not be made in time, or nobody is there.
        case giveUp
    }

    private enum Phase: Hashable {
        case connecting
        case open
        case leaving
    }

    /// How long it may take to make a connection.
    static let connectLimit: Duration = .seconds(20)
    /// How long APNs may allow no stream at all before the connection is left for another.
    static let shutLimit: Duration = .seconds(10)
    /// How long the last pushes of a connection that takes no more are waited for, from one answer to the next: APNs ends it
    /// soon, and others are not made while it is there.
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
    private var goAway: GoAway?
    /// Until when it may be made.
    private var connectEnd: Duration
    /// Until when nothing is sent, as APNs refuses the credentials.
    private var pauseEnd: Duration?
    /// Whether APNs takes them here: one of its servers may not take what others do.
    private var doubt = CredentialDoubt()
    /// The number of the provider token in use.
    private var tokenNumber = 0
    private var refusedUntil: Duration = .zero
    private var refusedInARow = 0
    private var patience = AnswerPatience()
    /// When a push was last sent, or heard of.
    private var moved: Duration = .zero
    /// Since when APNs allows no stream at all.
    private var shut: Duration?

    /// A connection that is begun to be made.
    init(at now: Duration, firstStream: UInt32 = 1) {
        nextStream = firstStream
        liveness = Liveness(at: now)
        connectEnd = now + Self.connectLimit
    }

    /// How many pushes are in flight.
    var inFlight: Int { flights.count }
    /// Whether it takes no more pushes.
    var isLeaving: Bool { phase == .leaving }
    /// Whether it is over: it takes no more, and all are answered.
    var isDone: Bool { phase == .leaving && flights.isEmpty }
    /// Why APNs ends the connection, as far as it says.
    var reason: APNsBody? { goAway?.body }

    /// Notes that HTTP/2 may be spoken.
    mutating func opened(at now: Duration) {
        guard phase == .connecting else { return }
        phase = .open
        liveness.heard(at: now)
    }

    /// Takes no more pushes.
    mutating func leave() {
        phase = .leaving
    }

    /// Sends nothing until then.
    mutating func pause(until end: Duration) {
        pauseEnd = end
    }

    /// Sends with the provider token of this number; one push at a time where the credentials were refused, here or
    /// elsewhere.
    mutating func resume(with number: Int, isInDoubt: Bool) {
        pauseEnd = nil
        if number != tokenNumber { doubt.ended() }
        tokenNumber = number
        if isInDoubt { limit.refused() }
    }

    /// How many pushes it takes now, and whether it takes more later; `isWritable` is whether the way has room.
    func room(at now: Duration, isWritable: Bool) -> (count: Int, room: Dispatch.Room) {
        guard phase == .open, now >= pauseEnd ?? now, now >= refusedUntil,
            doubt.pause(at: now) == nil
        else { return (0, .held) }
        let allowance = limit.allowance(inFlight: flights.count)
        guard allowance > 0 else { return (0, limit.isProving ? .held : .full) }
        guard isWritable else { return (0, .full) }
        return (min(allowance, Self.batch), .open)
    }

    /// Begins a push; gives the number of its stream, or nil where there is none left: it is then given back.
    mutating func start(_ push: Push, tokenNumber: Int, at now: Duration) -> UInt32? {
        guard phase == .open, nextStream <= Self.lastStream else {
            phase = .leaving
            return nil
        }
        liveness.sent(at: now)
        patience.begin(at: now)
        moved = now
        let stream = nextStream
        nextStream += 2
        flights[stream] = Flight(push: push, tokenNumber: tokenNumber, start: now)
        if nextStream > Self.lastStream { phase = .leaving }
        return stream
    }

    /// Notes that anything came.
    mutating func heard(at now: Duration) {
        liveness.heard(at: now)
    }

    /// Notes SETTINGS_MAX_CONCURRENT_STREAMS.
    mutating func settingsChanged(to maximum: UInt32, at now: Duration) {
        limit.settingsChanged(to: maximum)
        shut = maximum == 0 ? shut ?? now : nil
    }

    /// Whether a header with this status can't be what comes next of the answer on a stream: there is none, or one that
    /// promises an answer is the last (RFC 9113, section 8.1.1).
    func isMalformed(status: Int?, isEnd: Bool, on stream: UInt32) -> Bool {
        guard let flight = flights[stream], flight.status == nil else { return false }
        return status.map { isEnd && Self.isInterim($0) } ?? true
    }

    /// Whether what has the status comes before the answer itself (RFC 9110, section 15.2).
    private static func isInterim(_ status: Int) -> Bool { (100..<200).contains(status) }

    /// Takes the header of an answer.
    mutating func head(
        of stream: UInt32,
        status: Int,
        headers: @autoclosure () -> [(name: String, value: String)],
        isEnd: Bool,
        at now: Duration
    ) -> Answered? {
        guard let flight = flights[stream], flight.status != nil || !Self.isInterim(status) else {
            return nil
        }
        // What comes later are trailers.
        if flight.status == nil {
            flights[stream]?.status = status
            if status != 200 { flights[stream]?.headers = headers() }
        }
        return isEnd ? answered(stream, at: now) : nil
    }

    /// Takes a part of the body of an answer; where it is longer than any of APNs', the rest is not waited for.
    ///
    /// - Returns: The answer where it is whole, and whether its stream is to be reset.
    mutating func body(
        of stream: UInt32,
        _ bytes: [UInt8],
        isEnd: Bool,
        at now: Duration
    ) -> (answered: Answered?, isCut: Bool) {
        guard flights[stream] != nil else { return (nil, false) }
        flights[stream]?.body += bytes
        let isCut = !isEnd && (flights[stream]?.body.count ?? 0) > APNsBody.byteLimit
        return isEnd || isCut ? (answered(stream, at: now), isCut) : (nil, false)
    }

    /// Takes a reset of one stream (RFC 9113, section 6.4).
    mutating func reset(_ stream: UInt32, errorCode: UInt32, at now: Duration) -> Outcome? {
        guard let flight = flights[stream] else { return nil }
        guard flight.status == nil else { return cut(stream, at: now) }
        flights[stream] = nil
        liveness.heard(at: now)
        answerCame(at: now)
        moved = now
        guard GoAway.hasNotSeenStream(resetWith: errorCode) else {
            return .returned(flight.push, .broken)
        }
        // Not at once again: that would be refused as well, and as fast as the way allows.
        // What is refused together counts once.
        if now >= refusedUntil {
            refusedUntil = now + .milliseconds(100 << min(refusedInARow, 6))
            refusedInARow += 1
        }
        limit.refused()
        return .returned(flight.push, .unseen)
    }

    /// Takes a GOAWAY; gives back what APNs has not looked at, in order.
    mutating func goAway(_ frame: GoAway) -> [Push] {
        if goAway == nil { goAway = frame } else { goAway?.followed(by: frame) }
        phase = .leaving
        let unseen = flights.keys.filter { goAway?.hasNotSeen($0) ?? false }.sorted()
        return unseen.compactMap { flights.removeValue(forKey: $0)?.push }
    }

    /// Takes the end of the connection; what had an answer has it, though more of it was to come, where that decides nothing.
    mutating func ended(at now: Duration) -> [Outcome] {
        phase = .leaving
        return flights.keys.sorted().compactMap { stream in
            if flights[stream]?.status != nil { return cut(stream, at: now) }
            return flights.removeValue(forKey: stream).map { .returned($0.push, .broken) }
        }
    }

    /// Lets go of pushes that have ended otherwise; gives the streams to be reset.
    ///
    /// Where nothing was answered for long, nobody seems to answer here any more, though PING may be: the connection takes
    /// no more.
    mutating func abandon(_ pushes: [Push], at now: Duration) -> [UInt32] {
        guard !pushes.isEmpty else { return [] }
        let gone = Set(pushes.map(ObjectIdentifier.init))
        let streams = flights.filter { gone.contains(ObjectIdentifier($0.value.push)) }.keys
            .sorted()
        for stream in streams { flights[stream] = nil }
        if let due = patience.due, now >= due { leave() }
        if flights.isEmpty { patience.rest(at: now) }
        return streams
    }

    /// When time is to be told next.
    func nextTick(at now: Duration) -> Duration {
        let due = liveness.due(isWaiting: !flights.isEmpty)
        let ends = [pauseEnd ?? now, doubt.pause(at: now) ?? now, refusedUntil].filter { $0 > now }
        let connectDue = phase == .connecting ? connectEnd : nil
        return (ends + [connectDue, proofDue, shutDue, endDue].compactMap(\.self)).reduce(due) {
            min($0, $1)
        }
    }

    /// When the one push has to be answered for which all others wait.
    private var proofDue: Duration? {
        phase == .open && limit.isProving && !flights.isEmpty ? patience.due : nil
    }

    /// When APNs has to allow streams again at the latest.
    private var shutDue: Duration? { phase == .open ? shut.map { $0 + Self.shutLimit } : nil }

    /// When the next of the last pushes has to be answered at the latest.
    private var endDue: Duration? {
        phase == .leaving && !flights.isEmpty ? moved + Self.leavingLimit : nil
    }

    /// Notes what time it is.
    mutating func tick(at now: Duration) -> Verdict {
        if phase == .connecting { return now >= connectEnd ? .giveUp : .nothing }
        // The push may be answered yet, but no other is held up by it.
        if let proofDue, now >= proofDue { leave() }
        if let shutDue, now >= shutDue { leave() }
        if let endDue, now >= endDue { return .giveUp }
        switch liveness.check(at: now, isWaiting: !flights.isEmpty) {
        case .alive: return .nothing
        case .ping: return .ping
        case .dead: return .giveUp
        }
    }

    /// Notes that something was answered: what is in flight yet is waited for from now on.
    private mutating func answerCame(at now: Duration) {
        patience = AnswerPatience()
        if !flights.isEmpty { patience.begin(at: now) }
    }

    /// What becomes of a push whose answer began and does not end: its status alone says that it was accepted, say, and not
    /// whether a new token would help.
    private mutating func cut(_ stream: UInt32, at now: Duration) -> Outcome? {
        guard let answered = answered(stream, at: now) else { return nil }
        guard let rejection = answered.answer.rejection, rejection.reason == nil,
            [400, 403].contains(rejection.status)
        else { return .answered(answered) }
        let result = RetryRule.result(afterUnreadable: rejection)
        return .returned(answered.push, .refused(rejection, otherwise: result))
    }

    private mutating func answered(_ stream: UInt32, at now: Duration) -> Answered? {
        guard let flight = flights.removeValue(forKey: stream) else { return nil }
        let answer = APNsAnswer(
            status: flight.status ?? 0,
            headers: flight.headers,
            body: flight.body
        )
        limit.answered(answer.hasTakenCredentials)
        if answer.rejection == nil { doubt.ended() }
        if answer.hasTakenCredentials == false, flight.tokenNumber == tokenNumber {
            doubt.refused(at: now)
        }
        liveness.heard(at: now)
        answerCame(at: now)
        refusedInARow = 0
        refusedUntil = .zero
        moved = now
        if [.shutdown, .idleTimeout].contains(answer.rejection?.reason) { leave() }
        return Answered(
            push: flight.push,
            tokenNumber: flight.tokenNumber,
            answer: answer,
            time: now - flight.start
        )
    }
}

/// A push in flight, and what has come of its answer.
private struct Flight {
    let push: Push
    let tokenNumber: Int
    let start: Duration
    var status: Int?
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
}
