// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import SealedPush
    import SealedPushSender
    import SimulatedDevice

    /// An extension on a simulated device, in a process of its own: one that opens sealed pushes, or Xcode's template.
    final class ExtensionSubject {
        /// What the extension is.
        enum Kind: CaseIterable {
            case sealed
            case template
        }

        /// What one push cost.
        struct Cost {
            /// From just before the device is given the push to just before the extension hands over.
            let nanoseconds: Double
            /// How many allocations the process had made when the push was done with.
            let allocations: Double
            /// The most anonymous memory that the process had, in bytes.
            let anonymousBytes: Double
        }

        private let device: SimulatedDevice
        private let record: URL
        private let kind: Kind
        private var count = 0

        /// A device whose extension has not been started yet.
        init(_ kind: Kind, of fixture: ReceiverFixture) throws {
            self.kind = kind
            record = fixture.newFile()
            let arguments: [String] =
                switch kind {
                case .sealed: ["sealed", fixture.store, fixture.key]
                case .template: ["template"]
                }
            device = SimulatedDevice(
                profile: DeviceProfile(app: Exchange.topicText),
                patience: .seconds(30),
                executable: try ChildProcess.executable("extension-host"),
                arguments: [record.path] + arguments
            )
        }

        /// Brings it a push, and waits until it has done all that it does of that.
        func deliver(_ push: SealedNotification) async throws -> Cost {
            let headers = PushHeaders(Dictionary(uniqueKeysWithValues: push.headers.fields))
            let start = DispatchTime.now().uptimeNanoseconds
            let report = await device.deliver(payload: push.payload, headers: headers).report
            let title = report.shown?.content.title ?? ""
            let isDone =
                kind == .sealed ? title == ReceiverFixture.contact : title.hasSuffix("[modified]")
            guard report.outcome == .handedOver, isDone else {
                throw BenchmarkFailure("the extension ended so: \(report.outcome), \(title)")
            }
            let (handOver, allocations) = try await figures()
            return Cost(
                nanoseconds: Double(handOver) - Double(start),
                allocations: Double(allocations),
                anonymousBytes: Double(report.peakMemory ?? 0)
            )
        }

        /// What the extension's process has noted of the last push.
        private func figures() async throws -> (handOver: UInt64, allocations: UInt64) {
            count += 1
            for _ in 0..<100_000 {
                let data = (try? Data(contentsOf: record)) ?? Data()
                if data.count == count * 16 {
                    let words = unsafe data.suffix(16).withUnsafeBytes { bytes in
                        unsafe [UInt64](bytes.bindMemory(to: UInt64.self))
                    }
                    return (words[0], words[1])
                }
                try await Task.sleep(for: .microseconds(100))
            }
            throw BenchmarkFailure("the extension did not come to its end")
        }
    }
#endif
