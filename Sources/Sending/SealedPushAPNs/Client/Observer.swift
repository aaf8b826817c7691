// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Logging
import PushTransport
import Synchronization
import Tracing

/// Tells logs, metrics and traces what a client does.
///
/// What it tells has few values, all from lists here or Apple's: no token, address, topic or
/// content, and no text that came from elsewhere.
final class Observer: Sendable {
    private let logger: Logger
    private let factory: any MetricsFactory
    /// Whether metrics are collected: if not, counting would still make all threads share an
    /// object.
    private let isMeasured: Bool
    private let tracer: (any Tracer)?
    private let counters = Mutex<[String: Counter]>([:])
    /// What it told last.
    private let told = Mutex((inFlight: 0, queued: 0, resends: 0))
    private let accepted: Counter
    private let answers: Timer
    private let inFlight: Meter
    private let queued: Meter

    init(_ configuration: APNsConfiguration) {
        var logger = configuration.logger
        logger[metadataKey: "apns.server"] = "\(configuration.authority)"
        self.logger = logger
        let factory = configuration.metrics ?? MetricsSystem.factory
        self.factory = factory
        isMeasured = !(factory is NOOPMetricsHandler)
        let tracer = configuration.tracer ?? InstrumentationSystem.tracer
        self.tracer = tracer is NoOpTracer ? nil : tracer
        accepted = Counter(
            label: "apns_pushes",
            dimensions: [("result", "accepted")],
            factory: factory
        )
        answers = Timer(label: "apns_answer", factory: factory)
        inFlight = Meter(label: "apns_in_flight", factory: factory)
        queued = Meter(label: "apns_queued", factory: factory)
    }

    /// A span for one call of `send`, if tracing is on.
    func span() -> (any Span)? {
        tracer?.startAnySpan("apns.send", ofKind: .client)
    }

    /// A push has its result, or nil if it was cancelled.
    func ended(_ result: APNsResult?, _ span: (any Span)?) {
        let name = result?.name ?? "cancelled"
        if case .accepted = result {
            if isMeasured { accepted.increment() }
        } else {
            count("apns_pushes", "result", name)
        }
        if let result, let cause = result.causeName {
            logger.debug("push not accepted", metadata: ["result": "\(name)", "cause": "\(cause)"])
        }
        guard let span else { return }
        span.attributes["apns.result"] = name
        if let cause = result?.causeName { span.attributes["apns.cause"] = cause }
        span.end()
    }

    /// A push was answered.
    func answered(_ answer: APNsAnswer, after time: Duration) {
        guard isMeasured else { return }
        let (seconds, attoseconds) = time.components
        answers.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        if let rejection = answer.rejection {
            count("apns_refusals", "reason", rejection.reason?.rawValue ?? "other")
        }
    }

    /// It changed; `queue` reads how it stands, so that the last to tell tells the latest.
    func changed(_ queue: () -> (inFlight: Int, queued: Int, resends: Int)) {
        guard isMeasured else { return }
        let more = told.withLock { told in
            let now = queue()
            defer { told = now }
            // Clients of one process add up, as their numbers have one name.
            inFlight.change(by: now.inFlight - told.inFlight)
            queued.change(by: now.queued - told.queued)
            return now.resends - told.resends
        }
        if more > 0 { count("apns_resends", "by", "client", more) }
    }

    /// A connection is ready for pushes.
    func connected(_ id: ConnectionID) {
        count("apns_connections", "event", "made")
        logger.debug("connected", metadata: ["connection": "\(id)"])
    }

    /// A connection has ended, or could not be made.
    func disconnected(_ id: ConnectionID, _ failure: ConnectionFailure?, wasOpen: Bool) {
        count("apns_connections", "event", wasOpen ? "ended" : "failed")
        let level: Logger.Level = wasOpen ? .debug : .warning
        // A connection that was given up before it was made had no failure: nothing came.
        let cause = failure?.rawValue ?? (wasOpen ? "none" : "unanswered")
        logger.log(
            level: level,
            wasOpen ? "disconnected" : "can't connect",
            metadata: ["connection": "\(id)", "cause": "\(cause)"]
        )
    }

    /// APNs ends a connection.
    func goAway(_ id: ConnectionID, _ frame: GoAway) {
        let reason = frame.body.reason?.rawValue ?? (frame.body.text == nil ? "none" : "other")
        count("apns_goaways", "reason", reason)
        logger.info(
            "APNs ends the connection",
            metadata: [
                "connection": "\(id)", "reason": "\(reason)", "code": "\(frame.errorCode)",
            ]
        )
    }

    private func count(_ label: String, _ dimension: String, _ value: String, _ count: Int = 1) {
        guard isMeasured else { return }
        let counter = counters.withLock { counters in
            if let counter = counters[label + value] { return counter }
            let counter = Counter(
                label: label,
                dimensions: [(dimension, value)],
                factory: factory
            )
            counters[label + value] = counter
            return counter
        }
        counter.increment(by: count)
    }
}

extension Meter {
    fileprivate func change(by difference: Int) {
        if difference > 0 { increment(by: Double(difference)) }
        if difference < 0 { decrement(by: Double(difference.magnitude)) }
    }
}

extension APNsResult {
    fileprivate var name: String {
        switch self {
        case .accepted: "accepted"
        case .retry: "retry"
        case .deviceGone: "gone"
        case .rejected: "rejected"
        }
    }

    /// Why it is not accepted, in one word.
    fileprivate var causeName: String? {
        switch self {
        case .accepted, .deviceGone: nil
        case .retry(_, .notSent): "not sent"
        case .retry(_, .unanswered): "unanswered"
        case .retry(_, .refused(let rejection)), .rejected(let rejection):
            rejection.reason?.rawValue ?? "other"
        }
    }
}
