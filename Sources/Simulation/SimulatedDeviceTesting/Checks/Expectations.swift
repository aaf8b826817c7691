// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
    public import SimulatedDevice
    public import Testing

    /// Expects in Swift Testing that the extension has handed over once so far, and that its
    /// content is used.
    public func expectHandedOverOnce(
        _ report: DeliveryReport,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        record(report.handOverFailures, about: report, sourceLocation)
    }

    /// Expects in Swift Testing that the extension hands over once, and not again from any task or
    /// queue.
    ///
    ///     await expectHandedOverOnce(device.deliver(payload: payload), on: device)
    ///
    /// The device's clock moves as far as necessary
    /// (``SimulatedDevice/SimulatedDevice/finalReport(of:within:)``). An extension that never
    /// releases its content handler fails.
    @discardableResult
    public func expectHandedOverOnce(
        _ delivery: SimulatedDevice.Delivery,
        on device: SimulatedDevice,
        within limit: Duration = .seconds(120),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> DeliveryReport {
        let (report, failures) = await device.handOvers(of: delivery, within: limit)
        record(failures, about: report, sourceLocation)
        return report
    }

    /// Expects in Swift Testing that the user sees or hears the notification within a time of the
    /// device's clock.
    public func expectShown(
        _ report: DeliveryReport,
        within limit: Duration,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        record(report.failures(shownWithin: limit), about: report, sourceLocation)
    }

    /// Expects in Swift Testing that the first sentence of the report names the fault that the test
    /// planted.
    public func expectNamed(
        _ fault: PlantedFault,
        by report: DeliveryReport,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        record(fault.failures(in: report), about: report, sourceLocation)
    }

    /// Expects in Swift Testing that nothing that `body` watches leaks.
    ///
    /// - Parameters:
    ///   - descriptors: Whether to watch the file descriptors of the whole process.
    ///   - patience: The real time for the watched objects and files to go away.
    ///   - sourceLocation: The location of the failure.
    ///   - body: The code to check, which registers objects and folders with the watch.
    /// - Throws: What `body` throws.
    public func expectNothingLeaked(
        descriptors: Bool = false,
        patience: Duration = .seconds(5),
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (LeakWatch) async throws -> Void
    ) async rethrows {
        let watch = LeakWatch(descriptors: descriptors)
        try await body(watch)
        for failure in await watch.failures(within: patience) {
            Issue.record("\(failure.description)", sourceLocation: sourceLocation)
        }
    }

    private func record(
        _ failures: [DeviceFailure],
        about report: DeliveryReport,
        _ sourceLocation: SourceLocation
    ) {
        for failure in failures {
            Issue.record("\(failure.description)\n\(report.text)", sourceLocation: sourceLocation)
        }
    }
#endif
