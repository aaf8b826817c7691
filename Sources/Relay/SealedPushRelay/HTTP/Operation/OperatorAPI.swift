// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import HTTPTypes
package import Hummingbird
package import SealedPush
import SealedPushCoding
import ServerStore

/// What an operator's tools ask, on an address of their own: health and metrics.
package enum OperatorAPI {
    /// Makes the router.
    ///
    /// - Parameters:
    ///   - store: Where the messages are.
    ///   - gate: Which apps are served.
    ///   - unserved: The apps for which there are no credentials.
    ///   - metrics: The metrics.
    ///   - conditions: What the server has met lately.
    /// - Returns: The router.
    package static func router(
        store: any RelayStore,
        gate: RegistrationGate,
        unserved: [AppEnvironment],
        metrics: MetricsPage,
        conditions: RelayConditions = RelayConditions()
    ) -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        let writes = WriteCheck(time: conditions.time) { () throws(ServerStoreError) in
            try await store.write { try $0.touch() }
        }
        router.add(middleware: PathRule())
        router.get("health/live") { _, _ in Response.json { $0.add("live", true) } }
        router.get("health/ready") { _, _ in
            await readiness(of: store, writes, gate, unserved, conditions)
        }
        router.get("metrics") { _, _ in
            for (name, end) in conditions.certificateEnds {
                metrics.makeRecorder(
                    label: "relay_certificate_end_seconds",
                    dimensions: [("certificate", name)],
                    aggregate: false
                ).record(Int64(end.milliseconds / 1000))
            }
            return Response(
                bytes: Array(metrics.text.utf8),
                mediaType: "text/plain; version=0.0.4; charset=utf-8"
            )
        }
        router.add(middleware: MethodRule(router) { Problem.methodNotAllowed($0) })
        return router
    }

    /// Whether requests are served, and what an operator has to look at.
    private static func readiness(
        of store: any RelayStore,
        _ writes: WriteCheck,
        _ gate: RegistrationGate,
        _ unserved: [AppEnvironment],
        _ conditions: RelayConditions
    ) async -> Response {
        var notices = unserved.map { "\($0.name): no credentials, nothing is pushed" }
        notices += conditions.notices
        var isReady = true
        do {
            for (app, lane) in try await store.read({ try $0.lanes() }).values {
                guard gate.policy(of: app) != nil else {
                    notices.append(
                        "\(app.name): has devices here, but no setting names it; its messages are"
                            + " refused, and what waits is not pushed"
                    )
                    continue
                }
                switch lane.cause {
                case .credentials: notices.append("\(app.name): the credentials are refused")
                case .unavailable: notices.append("\(app.name): the push service is not reached")
                case .operator: notices.append("\(app.name): paused by an operator")
                case nil: break
                }
            }
            do {
                try await writes()
            } catch {
                isReady = false
                notices.append(
                    "the database takes no writes, so messages are refused;"
                        + " check that its disk has room and that its files may be written"
                )
            }
        } catch {
            isReady = false
            notices.append("the database does not answer; check that it runs, and its address")
        }
        return .json(isReady ? .ok : .serviceUnavailable) { answer in
            answer.add("ready", isReady)
            answer.array("notices") { list in
                for notice in notices.sorted() { list.add(notice) }
            }
        }
    }
}

extension AppEnvironment {
    /// How an operator is told of it.
    package var name: String { "\(app) (\(environment.rawValue))" }
}

/// A moment for people, to the second: `2026-11-21T10:00:00Z`.
package enum MomentText {
    package static func text(of moment: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(moment.milliseconds / 1000)).formatted(.iso8601)
    }
}

extension Timestamp {
    /// The time of day.
    package static var now: Timestamp {
        Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
