// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL

/// Everything that the server knows, and what it does: a request goes in, and what is to be done
/// comes out.
struct ServerState {
    var directory: APNsDirectory
    private(set) var journal: Journal

    private let observations: Observations?
    private let streamLimit: Int
    private var store = OfflineStore()
    private var channels = ChannelStore()
    private var faults: FaultRun
    private var names: SplitMix
    private var tokens: ProviderTokens

    /// A server that nothing has come to.
    ///
    /// - Parameters:
    ///   - directory: What it knows of keys and devices.
    ///   - script: The script of faults.
    ///   - observations: What it does that Apple does not document.
    ///   - streamLimit: How many streams a provider may have that is known.
    ///   - tokenInterval: How far apart two provider tokens of a key are at least.
    ///   - journalLimit: How many pushes it remembers.
    init(
        directory: APNsDirectory,
        script: FaultScript = FaultScript(),
        observations: Observations? = nil,
        streamLimit: Int,
        tokenInterval: Duration = ProviderTokens.interval,
        journalLimit: Int
    ) {
        self.directory = directory
        self.observations = observations
        self.streamLimit = streamLimit
        tokens = ProviderTokens(interval: tokenInterval)
        faults = FaultRun(script)
        journal = Journal(limit: journalLimit)
        names = SplitMix(seed: script.seed)
    }

    /// Takes a new connection, and says what goes wrong with it.
    mutating func connected() -> (number: Int, fault: ConnectionFault?) {
        (journal.connected(), faults.connectionFault())
    }

    /// What a connection begins with, once TLS is through.
    func connection(
        _ number: Int,
        certificate: ProviderCertificate?,
        fault: ConnectionFault? = nil
    ) -> ConnectionState {
        var delay = Duration.zero
        if case .lateStreams(let duration) = fault { delay = duration }
        return ConnectionState(
            number: number,
            certificate: certificate,
            observations: observations,
            streamLimit: streamLimit,
            riseDelay: delay
        )
    }

    /// Plays another script from its beginning.
    mutating func play(_ script: FaultScript) {
        faults = FaultRun(script)
    }

    /// Takes a device off the network.
    mutating func setOffline(_ device: String) {
        store.setOffline(device)
    }

    /// Brings a device back, and what waits for it.
    mutating func setOnline(_ device: String, at time: ServerTime) -> [AcceptedPush] {
        store.setOnline(device, now: time.seconds)
    }

    /// Takes a request that is complete.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - stream: The stream that it came on.
    ///   - connection: The connection, which learns from it.
    ///   - time: The present moment.
    /// - Returns: What is to be done.
    mutating func take(
        _ request: PushRequest,
        on stream: Int,
        of connection: inout ConnectionState,
        at time: ServerTime
    ) -> Response {
        guard connection.listens(to: stream) else { return Response() }
        let check = PushCheck(request, in: directory)
        let channelCheck = ChannelCheck(request)
        let id = (channelCheck.map(\.id) ?? check.id) ?? APNsID(using: &names)
        let hit = faults.hit(request)
        if let limit = hit.streamLimit { connection.setLimit(limit) }
        // A connection ends once.
        let fault =
            connection.stuck
            ?? hit.fault.flatMap { $0.isEnd && connection.lastStream != nil ? nil : $0 }

        var response = Response(delay: hit.latency)
        var outcome = PushRecord.Outcome.notSeen
        if connection.looks(at: stream, despite: fault) {
            outcome =
                if let channelCheck {
                    look(channelCheck, id, of: &connection, at: time, into: &response)
                } else {
                    look(check, id, of: &connection, at: time, into: &response)
                }
        }
        if let fault { act(fault, id, on: stream, of: &connection, &outcome, &response) }
        if connection.isToEnd(after: outcome, answeredBy: fault), response.goAway == nil {
            response.goAway = Response.GoAway(
                lastStream: connection.end(.after, stream),
                errorCode: 0,
                data: []
            )
        }
        response.streamLimit = connection.takeLimit(after: hit.latency)
        response.record = journal.note(
            outcome,
            of: id,
            asked: request,
            on: connection.number,
            fault: fault,
            latency: hit.latency,
            at: time.date
        )
        return response
    }

    /// Decides about a push by the rules.
    private mutating func look(
        _ check: PushCheck,
        _ id: APNsID,
        of connection: inout ConnectionState,
        at time: ServerTime,
        into response: inout Response
    ) -> PushRecord.Outcome {
        let count = tokens.count
        defer { if tokens.count > count { journal.noteToken(at: time) } }
        do {
            let push = try check.push(called: id, on: &connection.rules, &tokens, at: time)
            let isTold = observations != nil || directory.environment == .sandbox
            let uniqueID = isTold ? APNsID(using: &names) : nil
            response.action = .answer(PushAnswer(accepting: id, uniqueID: uniqueID))
            let fate = store.take(push, now: time.seconds)
            if fate == .delivered { response.delivery = push }
            return .accepted(push, fate)
        } catch {
            connection.rules.note(error)
            response.action = .answer(answer(error, id: id))
            return .refused(error.reason)
        }
    }

    /// Does what is asked about a channel, by the rules.
    private mutating func look(
        _ check: ChannelCheck,
        _ id: APNsID,
        of connection: inout ConnectionState,
        at time: ServerTime,
        into response: inout Response
    ) -> PushRecord.Outcome {
        do throws(PushRefusal) {
            let (answer, act) = try check.answer(
                id,
                &channels,
                on: &connection.rules,
                &tokens,
                in: directory,
                at: time,
                naming: &names
            )
            response.action = .answer(answer)
            return .channel(act)
        } catch {
            connection.rules.note(error)
            response.action = .answer(
                PushAnswer(
                    status: error.reason.status,
                    id: id,
                    idName: ChannelCheck.idName,
                    body: RefusalBody.bytes(error.reason)
                )
            )
            return .refused(error.reason)
        }
    }

    private func answer(
        _ refusal: PushRefusal,
        id: APNsID,
        retryAfter: Duration? = nil
    ) -> PushAnswer {
        PushAnswer(refusal, id: id, retryAfter: retryAfter, isAsObserved: observations != nil)
    }

    /// Has a fault happen, after the push was looked at if it was.
    private func act(
        _ fault: Fault,
        _ id: APNsID,
        on stream: Int,
        of connection: inout ConnectionState,
        _ outcome: inout PushRecord.Outcome,
        _ response: inout Response
    ) {
        switch fault {
        case .refusal(let reason, let since, let retryAfter):
            let refusal = PushRefusal(reason, since: since)
            connection.rules.note(refusal)
            response.action = .answer(answer(refusal, id: id, retryAfter: retryAfter))
            outcome = .refused(reason)
        case .answer(let status, let body):
            if status >= 400 { connection.rules.noteRefusal() }
            response.action = .answer(PushAnswer(status: status, id: id, body: body))
        case .reset(let errorCode, _):
            let isTwice = observations != nil && errorCode == 0x7
            response.action = .reset(errorCode: errorCode, isTwice: isTwice)
        case .drop:
            connection.fallSilent()
            response.action = .drop
        case .silence:
            connection.fallSilent()
            response.action = .silence
        case .goAway(let errorCode, let reason, let stage):
            response.goAway = Response.GoAway(
                lastStream: connection.end(stage, stream),
                errorCode: errorCode,
                data: reason.map { RefusalBody.bytes($0) } ?? []
            )
        case .slowGoAway(let delay, let reason):
            connection.announceEnd()
            response.end = (delay, reason)
        case .latency, .streamLimit: break
        }
    }
}

extension Fault {
    /// Whether it begins the end of the connection.
    fileprivate var isEnd: Bool {
        switch self {
        case .goAway, .slowGoAway: true
        default: false
        }
    }
}
