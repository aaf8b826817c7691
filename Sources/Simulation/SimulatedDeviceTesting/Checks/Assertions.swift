// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(XCTest)
    public import SimulatedDevice
    import XCTest

    /// Asserts, in XCTest, that the extension has handed over once so far, and that its content is what counts.
    public func assertHandedOverOnce(
        _ report: DeliveryReport,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        for failure in report.handOverFailures {
            XCTFail("\(failure.description)\n\(report.text)", file: file, line: line)
        }
    }

    /// Asserts, in XCTest, that the extension hands a push over once, and no second time in any task or queue of its own.
    ///
    /// The device's time passes as far as that takes; an extension that never lets go of its content
    /// handler is a failure as well.
    @discardableResult
    public func assertHandedOverOnce(
        _ delivery: Delivery,
        on device: SimulatedDevice,
        within limit: Duration = .seconds(120),
        file: StaticString = #filePath,
        line: UInt = #line
    ) async -> DeliveryReport {
        let (report, failures) = await device.handOvers(of: delivery, within: limit)
        for failure in failures {
            XCTFail("\(failure.description)\n\(report.text)", file: file, line: line)
        }
        return report
    }

    /// Asserts, in XCTest, that the user sees or hears the notification within a time of the device's clock.
    public func assertShown(
        _ report: DeliveryReport,
        within limit: Duration,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        for failure in report.failures(shownWithin: limit) {
            XCTFail("\(failure.description)\n\(report.text)", file: file, line: line)
        }
    }

    /// Asserts, in XCTest, that the first sentence of the report names a fault that the test has
    /// planted.
    public func assertNamed(
        _ fault: PlantedFault,
        by report: DeliveryReport,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        for failure in fault.failures(in: report) {
            XCTFail("\(failure.description)\n\(report.text)", file: file, line: line)
        }
    }

    /// Asserts, in XCTest, that nothing of what `body` has watched stays behind.
    ///
    /// File descriptors are watched on request, as they are those of the whole process. What is about
    /// to go has the patience, in real time, to do so.
    public func assertNothingLeaked(
        descriptors: Bool = false,
        patience: Duration = .seconds(5),
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: (LeakWatch) async throws -> Void
    ) async rethrows {
        let watch = LeakWatch(descriptors: descriptors)
        try await body(watch)
        for failure in await watch.failures(within: patience) {
            XCTFail(failure.description, file: file, line: line)
        }
    }
#endif
