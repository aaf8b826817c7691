// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// What a relay answers to who asks for a drop.
package enum DropReply: Hashable, Sendable {
    /// The box that a device has left, of which nothing is checked.
    case box([UInt8])
    /// There is none yet; the relay may be asked again after this time.
    case nothing(Duration)
}

extension RelaySender {
    /// The least time between two requests for a drop.
    static let dropPause: Duration = .seconds(2)
    /// The longest time for which a relay waits for a drop.
    static let dropWait: Duration = .seconds(25)

    /// Asks a relay for a drop, and has it wait for the box.
    ///
    /// - Parameters:
    ///   - id: The drop.
    ///   - origin: The relay.
    ///   - patience: How long it waits, in whole seconds, 25 at most.
    /// - Returns: The reply.
    /// - Throws: ``EndpointFailure``; ``EndpointFailure/refused`` also from a server that has no
    ///   drops.
    package func box(
        of id: DropID,
        at origin: WebOrigin,
        waiting patience: Duration = .zero
    ) async throws(EndpointFailure) -> DropReply {
        let seconds = max(0, min(patience, Self.dropWait).components.seconds)
        let answer = try await answer(
            to: "GET",
            origin.text + "/d/" + id.text,
            at: origin,
            seconds > 0 ? ["Prefer": "wait=\(seconds)"] : [:],
            isRepeatable: true,
            patience: .seconds(seconds)
        )
        switch answer.status {
        case 200: return .box(answer.body)
        case 404:
            // A relay without drops, and what is no relay, say not when to ask again.
            guard let delay = answer.delay else { throw .refused }
            return .nothing(delay)
        default: throw Self.failure(answer) ?? .refused
        }
    }
}
