// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore
import Synchronization

/// Receives one sealed push, as a service extension does in a process of its own: `minimal-receiver STORE KEY`.
///
/// The push comes on standard input, as one line. Once it is handed over, one line says when that was (in
/// nanoseconds of the system's monotonic clock), the peak of resident memory and the most anonymous memory that
/// it saw (both in bytes). Status 1: it was not opened.
@main
struct MinimalReceiver {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let push = readLine() else { System.exit(64) }
        let (store, key) = (arguments[1], arguments[2])
        let handOver = Mutex<HandOver?>(nil)
        let delivery = PushDelivery(
            of: IncomingPush(Array(push.utf8)),
            placeholder: DisplayRules().placeholder,
            clock: ContinuousClock(),
            now: { System.now },
            handOver: { _ in
                let moment = System.monotonicNanoseconds
                handOver.withLock {
                    $0 = HandOver(moment: moment, anonymousBytes: System.anonymousBytes)
                }
            }
        )
        let (result, _) = await delivery.run { () throws(ReceiverError) in
            try receiver(store: store, key: key)
        } present: { received, _ in
            delivery.offer(received.content)
        }
        guard result.isShown, let received = result.received, received.outcome == .opened,
            let handOver = handOver.withLock({ $0 })
        else { System.exit(1) }
        try? result.receiver?.complete(received, now: System.now)
        print(
            handOver.moment,
            System.peakBytes,
            max(handOver.anonymousBytes, System.anonymousBytes)
        )
    }

    // Swift 6.3 crashes where it inlines what makes a key that can't be copied.
    @inline(never)
    private static func receiver(
        store: String,
        key: String
    ) throws(ReceiverError) -> NotificationReceiver {
        let opened: RecordStore
        do {
            opened = try RecordStore.open(at: store, key: .file(key))
        } catch {
            throw .store(error)
        }
        return try NotificationReceiver(store: opened)
    }
}

/// The moment of the hand-over, and the memory in use then.
private struct HandOver {
    let moment: UInt64
    let anonymousBytes: UInt64
}
