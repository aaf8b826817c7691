// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(XCTest)
    public import SimulatedDevice
    import XCTest

    /// Asserts in XCTest that the extension has handed over once so far, and that its content is
    /// used.
    public func assertHandedOverOnce(
        _ report: DeliveryReport,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        for failure in report.handOverFailures {
            XCTFail("\(failure.description)\n\(report.text)", file: file, line: line)
        }
    }

    /// Asserts in XCTest that the extension hands over once, and not again from any task or queue.
    ///
    /// The device's clock moves as far as necessary. An extension that never releases its content
    /// handler fails.
    @discardableResult
    public func assertHandedOverOnce(
        _ delivery: SimulatedDevice.Delivery,
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

    /// Asserts in XCTest that the user sees or hears the notification within a time of the device's
    /// clock.
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

    /// Asserts in XCTest that the first sentence of the report names the fault that the test
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

    /// Asserts in XCTest that nothing that `body` watches leaks.
    ///
    /// - Parameters:
    ///   - descriptors: Whether to watch the file descriptors of the whole process.
    ///   - patience: The real time for the watched objects and files to go away.
    ///   - file: The file of the failure.
    ///   - line: The line of the failure.
    ///   - body: The code to check, which registers objects and folders with the watch.
    /// - Throws: What `body` throws.
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
