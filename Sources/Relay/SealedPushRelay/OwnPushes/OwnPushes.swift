// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
package import SealedPush
import Synchronization

/// A push that the relay makes itself; it holds no message.
package enum OwnPush: Sendable {
    /// Brings a device the code with which it activates its token at the relay of this origin.
    case activation(DeviceID, Capability, ActivationCodes.Push, origin: WebOrigin)
    /// Shows the placeholder, so that a person sees that pushes arrive.
    case test

    /// The member of a payload that holds an activation code.
    package static let activationKey = "sealedpush-activation"

    /// The push as a transport sends it.
    ///
    /// - Parameters:
    ///   - topic: The app's topic.
    ///   - placeholder: What people see of it.
    ///   - expiration: Until when the push service keeps it.
    /// - Returns: The payload and the headers.
    func outgoing(
        topic: String,
        placeholder: Placeholder,
        until expiration: Timestamp
    ) -> OutgoingPush {
        let isAlert =
            switch self {
            case .activation(_, _, .background, _), .activation(_, _, .recall, _): false
            case .activation(_, _, .alert, _), .test: true
            }
        let payload = JSONWriter.object { payload in
            payload.object("aps") { aps in
                guard isAlert else { return aps.add("content-available", 1) }
                aps.object("alert") { placeholder.write(to: &$0) }
                // The app's extension answers; of a test nothing is asked.
                if case .activation = self { aps.add("mutable-content", 1) }
            }
            guard case .activation(let device, let code, _, let origin) = self else { return }
            payload.object(Self.activationKey) { activation in
                activation.add("origin", origin.text)
                activation.add("device", device.text)
                activation.add("code", code.text)
            }
        }
        return OutgoingPush(
            payload: payload,
            headers: APNsHeaders(
                topic: topic,
                pushType: isAlert ? "alert" : "background",
                priority: isAlert ? .immediate : .conserving,
                expiration: expiration.milliseconds / 1000,
                collapseID: collapseID
            )
        )
    }

    /// A later push of a kind takes the place of an earlier one; a code never takes that of another
    /// device's code, which may go to the same token.
    private var collapseID: String {
        switch self {
        case .activation(let device, _, _, _): "\(Self.activationKey)-\(device.text)"
        case .test: "sealedpush-test"
        }
    }
}

extension OwnPush: Redacted {
    /// Names the kind only: an activation code is a secret.
    package var description: String {
        switch self {
        case .activation(_, _, .recall, _): "recall"
        case .activation: "activation"
        case .test: "test"
        }
    }
}

/// Sends the relay's own pushes, one attempt each: an app asks again for what does not arrive.
package final class OwnPushes: Sendable {
    private struct Job: Sendable {
        let push: OwnPush
        let context: TokenContext
        let sealed: [UInt8]
        let expires: Timestamp
    }

    private let routes: [AppEnvironment: PushRoute]
    private let keys: TokenKeyRing
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    private let notice: @Sendable (OwnPush, AppEnvironment, PushOutcome) -> Void
    private let waiting = Mutex(0)

    /// A place among the pushes that wait, which is given back unless it is used.
    ///
    /// An app that asks for a code gets it first, so that no code is used up that is not pushed.
    package struct Place: ~Copyable {
        fileprivate let pushes: OwnPushes
        fileprivate var isFree = true

        deinit { if isFree { pushes.leave() } }
    }

    /// How many pushes wait at most.
    package static let queueLimit = 1000
    /// How many are under way at once.
    private static let concurrency = 32
    /// How long one may take.
    private static let limit: Duration = .seconds(20)

    /// Makes a sender; ``run()`` starts it.
    ///
    /// - Parameters:
    ///   - routes: The way for each app and environment.
    ///   - keys: The keys of the sealed tokens.
    ///   - notice: Is told what became of each push, from any task; it must return at once.
    package init(
        routes: [AppEnvironment: PushRoute],
        keys: TokenKeyRing,
        notice: @escaping @Sendable (OwnPush, AppEnvironment, PushOutcome) -> Void
    ) {
        self.routes = routes
        self.keys = keys
        self.notice = notice
        (jobs, queue) = AsyncStream.makeStream()
    }

    /// A place for a push; nil if too many wait.
    package func reserve() -> Place? {
        let isFree = waiting.withLock { count in
            guard count < Self.queueLimit else { return false }
            count += 1
            return true
        }
        return isFree ? Place(pushes: self) : nil
    }

    fileprivate func leave() { waiting.withLock { $0 -= 1 } }

    /// Takes a push to a token of a device, whose place is free.
    package func take(
        _ push: OwnPush,
        to token: RegisteredToken,
        of device: DeviceID,
        _ app: AppEnvironment,
        until expires: Timestamp,
        in place: inout Place
    ) {
        precondition(place.isFree, "a push needs a place of its own")
        let job = Job(
            push: push,
            context: TokenContext(device: device, app: app, version: token.version),
            sealed: token.sealed,
            expires: expires
        )
        if case .enqueued = queue.yield(job) { place.isFree = false }
    }

    /// Takes no more pushes; ``run()`` ends after those that wait.
    package func stop() { queue.finish() }

    /// Sends until ``stop()``, or until the task is cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            for await job in jobs {
                leave()
                if count == Self.concurrency {
                    await group.next()
                    count -= 1
                }
                group.addTask { await self.send(job) }
                count += 1
            }
        }
    }

    private func send(_ job: Job) async {
        let app = job.context.app
        guard let route = routes[app] else { return }
        let outcome: PushOutcome
        do {
            let token = try keys.open(job.sealed, for: job.context)
            outcome = try await route.push(
                job.push,
                to: token,
                until: job.expires,
                within: Self.limit
            )
        } catch is TokenKeyRing.OpeningError {
            outcome = .tokenUnreadable
        } catch {
            outcome = .interrupted
        }
        notice(job.push, app, outcome)
    }
}
