// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushSender

/// One payload for a stream of devices that is read as it goes, as from a file or a database.
///
/// The sender's memory forgets at once: what a real one keeps for each device is the business of its database.
enum StreamMemory {
    /// How many bundles the stream goes through again and again, as bytes.
    private static let bundles = 1000

    static func measure(devices: Int) async throws -> StreamCost {
        let bundles = try (0..<Self.bundles).map { _ in try DeviceFactory.bundle().bytes }
        let targets = BundleReader(bundles: bundles, count: devices)
        let duration = try await SealingRun(memory: ForgetfulMemory()).seal(
            for: targets,
            count: devices
        )
        return StreamCost(
            nanoseconds: [duration / .nanoseconds(1)],
            peakBytes: try ProcessMemory.peak()
        )
    }
}

/// Reads and verifies one bundle after the other.
private struct BundleReader: AsyncSequence, AsyncIteratorProtocol {
    let bundles: [[UInt8]]
    let count: Int
    private var position = 0

    init(bundles: [[UInt8]], count: Int) {
        self.bundles = bundles
        self.count = count
    }

    func makeAsyncIterator() -> BundleReader { self }

    mutating func next() async throws -> SealingTarget? {
        guard position < count else { return nil }
        defer { position += 1 }
        let bytes = bundles[position % bundles.count]
        return SealingTarget(
            try DeviceBundle(reading: bytes.span),
            recipient: .untracked,
            topic: try Exchange.checkedTopic()
        )
    }
}

/// A sender's memory that keeps nothing.
private struct ForgetfulMemory: SenderMemory {
    func pins(of device: DeviceIdentity) async throws(SealingError) -> DeviceBundle.Pins? { nil }

    func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DeviceBundle.Pins {
        DeviceBundle.Pins(seeing: bundle, after: nil)
    }

    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool { true }

    func retirement(
        of device: DeviceIdentity
    ) async throws(SealingError) -> DeviceIdentity.Retirement? { nil }

    func retire(_ retirement: DeviceIdentity.Retirement) async throws(SealingError) -> Bool { true }
}
