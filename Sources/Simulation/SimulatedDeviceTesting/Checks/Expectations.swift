// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
    public import SimulatedDevice
    public import Testing

    /// Expects, in Swift Testing, that the extension has handed over once so far, and that its content is what counts.
    public func expectHandedOverOnce(
        _ report: DeliveryReport,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        record(report.handOverFailures, about: report, sourceLocation)
    }

    /// Expects, in Swift Testing, that the extension hands a push over once, and no second time in any task or queue of its own.
    ///
    ///     await expectHandedOverOnce(device.deliver(payload: payload), on: device)
    ///
    /// The device's time passes as far as that takes (``SimulatedDevice/SimulatedDevice/finalReport(of:within:)``); an extension that never lets go of its
    /// content handler is a failure as well.
    @discardableResult
    public func expectHandedOverOnce(
        _ delivery: Delivery,
        on device: SimulatedDevice,
        within limit: Duration = .seconds(120),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> DeliveryReport {
        let (report, failures) = await device.handOvers(of: delivery, within: limit)
        record(failures, about: report, sourceLocation)
        return report
    }

    /// Expects, in Swift Testing, that the user sees or hears the notification within a time of the device's clock.
    public func expectShown(
        _ report: DeliveryReport,
        within limit: Duration,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        record(report.failures(shownWithin: limit), about: report, sourceLocation)
    }

    /// Expects, in Swift Testing, that the first sentence of the report names a fault that the test
    /// has planted.
    public func expectNamed(
        _ fault: PlantedFault,
        by report: DeliveryReport,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        record(fault.failures(in: report), about: report, sourceLocation)
    }

    /// Expects, in Swift Testing, that nothing of what `body` has watched stays behind.
    ///
    /// File descriptors are watched on request, as they are those of the whole process. What is about
    /// to go has the patience, in real time, to do so.
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
