// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RelayProofSupport
import SealedPush
import SealedPushAPNs
import SealedPushCrypto
import SealedPushRelay
import ServerStore
import Synchronization

/// A relay process that a test may kill: it takes messages on its standard input, and a worker of it sends them.
///
/// The first line is ``ProbeSettings``; each further one is a ``ProbeRequest``, answered by a line. At the end of its
/// input the worker stops, and the process ends.
@main
enum RelayProbe {
    private static let output = Mutex(FileHandle.standardOutput)

    static func main() async throws {
        let lines = Lines.of(.standardInput)
        var iterator = lines.makeAsyncIterator()
        guard let first = await iterator.next() else { return }
        let settings = try JSONDecoder().decode(ProbeSettings.self, from: first)
        let store = try await open(settings)
        let client = try settings.client()
        let route = try PushRoute(client, topic: settings.topic, capacity: 200)
        let worker = RelayWorker(
            store: store,
            routes: [ProbeSettings.app: route],
            keys: TokenKeyRing(current: 1, SecretBytes(copying: settings.tokenKey.span)),
            time: settings.time.worker
        )
        await withDiscardingTaskGroup { group in
            group.addTask { await worker.run() }
            await withDiscardingTaskGroup { requests in
                for await line in lines {
                    guard let request = try? JSONDecoder().decode(ProbeRequest.self, from: line)
                    else { continue }
                    requests.addTask {
                        let end = await answer(request.call, in: store)
                        worker.wake()
                        tell(ProbeAnswer(number: request.number, end: end))
                    }
                }
            }
            worker.stop(within: .seconds(60))
        }
        await client.close(within: .seconds(1))
    }

    /// Opens the database as soon as it is there.
    private static func open(_ settings: ProbeSettings) async throws -> any RelayStore {
        while true {
            do {
                return try await settings.openStore()
            } catch ServerStoreError.unavailable {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private static func answer(
        _ call: ProbeRequest.Call,
        in store: any RelayStore
    ) async -> ProbeAnswer.End {
        do {
            switch call {
            case .post(let id, let endpoint, let bytes, let seconds, let topic):
                let submission = Submission(
                    id: OutboxID(id),
                    endpoint: EndpointID(endpoint),
                    envelope: try Envelope(reading: bytes),
                    options: DeliveryOptions(lifetime: .until(.seconds(seconds)), topic: topic)
                )
                switch try await store.accept([submission]).first {
                case .queued: return .done
                case .repeated(let id): return .repeated(id.number)
                case .limited, .ended, nil: return .refused
                }
            case .withdraw(let id):
                try await store.write { try $0.withdraw(OutboxID(id)) }
                return .done
            }
        } catch {
            return .failed
        }
    }

    private static func tell(_ answer: ProbeAnswer) {
        guard let line = try? JSONEncoder().encode(answer) else { return }
        output.withLock { try? $0.write(contentsOf: line + Data("\n".utf8)) }
    }
}

extension ProbeSettings {
    fileprivate func client() throws -> APNsClient {
        var configuration = APNsConfiguration(host: "127.0.0.1", port: port)
        configuration.roots = try TrustedRoots(pem: Array(roots.utf8).span)
        configuration.connectionLimit = 2
        let key = try ProviderTokenKey(
            p8: providerKey.span,
            keyID: Self.keyID,
            teamID: Self.teamID,
            keeper: KeptToken(text: providerToken)
        )
        return try APNsClient(configuration, tokens: key)
    }
}

/// The token that all processes show.
private struct KeptToken: ProviderTokenKeeper {
    let text: String

    func token(
        of keyID: String,
        _ teamID: String,
        where serves: (String) -> Bool,
        else make: () throws(APNsError) -> String
    ) throws(APNsError) -> String {
        serves(text) ? text : try make()
    }
}
