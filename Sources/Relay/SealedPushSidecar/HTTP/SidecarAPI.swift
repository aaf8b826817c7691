// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
package import Hummingbird
package import Logging
package import SealedPush
import SealedPushCoding
package import SealedPushRelay
package import SealedPushSender
package import ServerStore

/// What backends ask a sealing sidecar, each with an API key of its own.
package final class SidecarAPI: Sendable {
    private let database: SidecarDatabase
    private let rule: SubscriptionRule
    private let sender: Sender
    private let policy: RelayPolicy
    private let pairings: PairingWorker
    private let accepted: @Sendable () -> Void
    private let isFailing: @Sendable () -> Bool
    private let writes: WriteCheck

    /// What a connection is told for which there is no room.
    package static let noRoom: RelayListener.Answer = SidecarProblem.unavailable.answer

    /// The most bytes of a recipient's subscriptions.
    private static let subscriptionsLimit = 256 << 10

    /// - Parameters:
    ///   - database: Where recipients and messages are.
    ///   - rule: Which subscriptions are this sender's.
    ///   - sender: The sender, which prepares each message once for all of its devices.
    ///   - policy: Which relays are asked.
    ///   - pairings: Pairs devices.
    ///   - accepted: Is told of each message that waits, to have it sent at once.
    ///   - isFailing: Whether nothing may be sent at present.
    ///   - time: The monotonic time.
    package init(
        _ database: SidecarDatabase,
        _ rule: SubscriptionRule,
        _ sender: Sender,
        _ policy: RelayPolicy,
        pairings: PairingWorker,
        accepted: @escaping @Sendable () -> Void,
        isFailing: @escaping @Sendable () -> Bool,
        time: WorkerTime = WorkerTime(ContinuousClock())
    ) {
        self.database = database
        self.rule = rule
        self.sender = sender
        self.policy = policy
        self.pairings = pairings
        self.accepted = accepted
        self.isFailing = isFailing
        writes = WriteCheck(time: time) { () throws(ServerStoreError) in
            try await database.touch()
        }
    }

    /// Makes the router.
    ///
    /// - Parameter logger: Gets a line for each request, without codes, names or content.
    /// - Returns: The router.
    package func router(logger: Logger) -> Router<SidecarContext> {
        let router = Router(context: SidecarContext.self)
        let failures = FailureLog(logger)
        router.add(
            middleware: SidecarRules(database: database, logger: logger, failures: failures)
        )
        router.add(middleware: PathRule())
        router.get("health/live") { _, _ in Response(status: .ok) }
        router.get("health/ready") { [self] _, _ in
            try await writes()
            guard !isFailing() else { throw SidecarProblem.unavailable }
            return Response(status: .ok)
        }
        router.put("v1/recipients/:code") { [self] in try await setRecipient($0, $1) }
        router.get("v1/recipients/:code") { [self] _, context in try await recipient(context) }
        router.delete("v1/recipients/:code") { [self] _, context in
            let recipient = try context.recipient()
            // A link that waits makes room for others at once.
            try await pairings.undo(recipient)
            try await database.set([], of: recipient)
            return Response(status: .noContent)
        }
        PairingRoutes(pairings, database, policy).add(to: router)
        router.post("v1/messages") { [self] in try await post($0, $1) }
        router.get("v1/messages/:name") { [self] _, context in try await message(context) }
        router.get("v1/events") { [self] request, _ in try await events(request) }
        router.add(middleware: MethodRule(router) { SidecarProblem.methodNotAllowed($0) })
        return router
    }

    // MARK: - Recipients

    private func setRecipient(
        _ request: Request,
        _ context: some RequestContext
    ) async throws -> Response {
        let code = try context.recipient()
        let body = try await request.json(upTo: Self.subscriptionsLimit)
        let subscriptions: [DeviceIdentity.Subscription]
        do {
            let list = try SubscriptionList(reading: body, of: code, by: rule, policy)
            subscriptions = list.subscriptions
        } catch {
            throw SidecarProblem.wrongSubscriptions(error)
        }
        try await database.set(subscriptions, of: code)
        return Response(status: .noContent)
    }

    private func recipient(_ context: some RequestContext) async throws -> Response {
        let devices = try await database.devices(of: context.recipient())
        guard !devices.isEmpty else { throw SidecarProblem.unknown }
        return .json { object in
            object.array("subscriptions") { list in
                for device in devices where device.name == nil {
                    guard
                        let subscription = try? device.subscription.map({ bytes in
                            try DeviceIdentity.Subscription(verifiedBefore: bytes.span)
                        })
                    else { continue }
                    list.object { object in
                        object.add("subscription", subscription.text)
                        object.add("result", device.result.rawValue)
                    }
                }
            }
            object.array("paired") { list in
                for device in devices {
                    guard let name = device.name else { continue }
                    list.object { object in
                        object.add("device", base64URL: device.destination.device.bytes.span)
                        object.add("name", name)
                        object.add("result", device.result.rawValue)
                    }
                }
            }
        }
    }

    // MARK: - Messages

    private func post(_ request: Request, _ context: SidecarContext) async throws -> Response {
        let body = try await request.json(upTo: MessageRequest.byteLimit)
        let asked: MessageRequest
        do {
            asked = try MessageRequest(reading: body)
        } catch {
            throw SidecarProblem.wrongRequest(error)
        }
        let message: SidecarMessage
        do {
            message = try SidecarMessage(asked, from: sender, now: database.clock())
        } catch .contentTooLarge(let needed, let available) {
            throw SidecarProblem.cannotFit(needed: needed, available: available)
        } catch {
            throw SidecarProblem.wrongRequest(.payload(error))
        }
        var key: RequestKey?
        if let text = request.headers[.idempotencyKey] {
            guard let caller = context.caller, let named = RequestKey(text, of: caller)
            else { throw SidecarProblem.wrongRequestKey }
            key = named
        }
        switch try await database.accept(asked, body, prepared: message, as: key) {
        case .accepted(let name):
            accepted()
            return Self.answer(name, asked.notes)
        case .repeated(let name): return Self.answer(name, asked.notes)
        case .otherContent: throw SidecarProblem.otherContent
        case .unknown(let codes): throw SidecarProblem.unknownRecipients(codes)
        }
    }

    private static func answer(_ name: MessageName, _ notes: [Payload.Note]) -> Response {
        .json(.accepted) { object in
            object.add("id", name.text)
            guard !notes.isEmpty else { return }
            object.array("notes") { list in for note in notes { list.add(note.message) } }
        }
    }

    private func message(_ context: some RequestContext) async throws -> Response {
        guard let name = context.parameters.get("name").flatMap(MessageName.init),
            let results = try await database.results(of: name)
        else { throw SidecarProblem.unknown }
        return .json { object in
            object.add("id", name.text)
            object.array("results") { list in
                for (recipient, result) in results {
                    list.object { object in
                        object.add("recipient", recipient.text)
                        object.add("result", result.rawValue)
                    }
                }
            }
        }
    }

    // MARK: - Events

    private func events(_ request: Request) async throws -> Response {
        let text = request.uri.queryParameters["after"].map(String.init) ?? "0"
        guard let number = Int64(text), number >= 0 else { throw SidecarProblem.wrongEventNumber }
        let events = try await database.events(after: number)
        return .json { object in
            object.array("events") { list in
                for event in events {
                    list.object { object in
                        object.add("number", event.number)
                        object.add("at", event.at.milliseconds / 1000)
                        object.add("kind", event.kind.name)
                        object.add("recipient", event.recipient.text)
                        if let message = event.message { object.add("message", message.text) }
                    }
                }
            }
            object.add("last", events.last?.number ?? number)
        }
    }
}

/// What a sidecar knows of a request beside its head and body.
package struct SidecarContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The API key with which the backend asks; nil where none is needed.
    fileprivate(set) var caller: Capability.Digest?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}

/// Lets in who has an API key, tells every failure as a problem, and logs each request by its
/// route's template: codes say who writes to whom.
private struct SidecarRules: RouterMiddleware {
    let database: SidecarDatabase
    let logger: Logger
    let failures: FailureLog

    @concurrent func handle(
        _ request: Request,
        context: SidecarContext,
        next: @concurrent (Request, SidecarContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        var response: Response
        do {
            if !request.uri.path.hasPrefix("/health/") {
                let key = try request.bearer(
                    missing: SidecarProblem.keyRequired,
                    unknown: .keyUnknown
                )
                guard try await database.knows(key.digest) else { throw SidecarProblem.keyUnknown }
                context.caller = key.digest
            }
            response = try await next(request, context)
        } catch let problem as SidecarProblem {
            response = problem.response(from: request, context: context)
        } catch let error as ServerStoreError {
            failures.note(error)
            let problem = SidecarProblem.unavailable
            response = problem.response(from: request, context: context)
        } catch let error as HTTPError where error.status == .notFound {
            response = SidecarProblem.unknown.response(from: request, context: context)
        }
        response.headers[.cacheControl] = "no-store"
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)",
                "route": "\(context.endpointPath ?? "none")",
                "status": "\(response.status.code)",
            ]
        )
        return response
    }
}

extension RequestContext {
    /// The recipient that the path names.
    func recipient() throws(SidecarProblem) -> RecipientCode {
        let text = parameters.get("code")?.removingPercentEncoding ?? ""
        guard let code = RecipientCode(text) else { throw .unknown }
        return code
    }
}

extension Request {
    /// The body, which is JSON of at most so many bytes.
    func json(upTo limit: Int) async throws -> [UInt8] {
        guard has("application/json") else { throw SidecarProblem.unsupportedCoding }
        guard let bytes = try await bytes(ifUpTo: limit) else {
            throw SidecarProblem.tooLarge(limit)
        }
        return bytes
    }
}

extension HTTPField.Name {
    static let idempotencyKey = {
        guard let name = Self("Idempotency-Key") else {
            preconditionFailure("a header's name is a token")
        }
        return name
    }()
}
