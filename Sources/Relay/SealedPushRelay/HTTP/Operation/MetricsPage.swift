// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import CoreMetrics
import Synchronization

/// The metrics of a process as a page that Prometheus reads (text format 0.0.4).
///
/// A name and its labels are one series, of which 10,000 are kept at most; further ones are counted
/// nowhere.
package final class MetricsPage: Sendable {
    private let series = Mutex<[String: Series]>([:])

    /// How many series are kept at most.
    package static let limit = 10_000

    /// An empty page.
    package init() {}

    /// The page.
    package var text: String {
        let series = series.withLock { $0.sorted { $0.key < $1.key } }
        return series.map { $0.value.lines }.joined()
    }

    private func series(_ kind: Series.Kind, _ label: String, _ dimensions: [(String, String)])
        -> Series
    {
        let name = Self.name(label)
        let labels = dimensions.map { "\(Self.name($0.0))=\"\(Self.value($0.1))\"" }
            .joined(separator: ",")
        let made = Series(kind, name, labels.isEmpty ? "" : "{\(labels)}")
        return series.withLock { series in
            let key = "\(name) \(labels) \(kind)"
            if let known = series[key] { return known }
            if series.count < Self.limit { series[key] = made }
            return made
        }
    }

    /// A name in the characters that the format has.
    private static func name(_ text: String) -> String {
        let name = text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return (name.first?.isNumber == true ? "_" : "") + String(name)
    }

    private static func value(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}

extension MetricsPage: MetricsFactory {
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(.counter, label, dimensions)
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        series(aggregate ? .summary : .gauge, label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.seconds, label, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(.gauge, label, dimensions)
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
}

/// The numbers of one name and its labels.
private final class Series: CounterHandler, RecorderHandler, TimerHandler, MeterHandler {
    enum Kind: Hashable, Sendable {
        case counter
        case gauge
        case summary
        case seconds
    }

    private struct Numbers {
        var count: Int64 = 0
        var sum: Double = 0
        var last: Double = 0
    }

    private let kind: Kind
    private let name: String
    private let labels: String
    private let numbers = Mutex(Numbers())

    init(_ kind: Kind, _ name: String, _ labels: String) {
        self.kind = kind
        self.name = name
        self.labels = labels
    }

    var lines: String {
        let numbers = numbers.withLock(\.self)
        return switch kind {
        case .counter: "\(name)\(labels) \(numbers.count)\n"
        case .gauge: "\(name)\(labels) \(numbers.last)\n"
        case .summary, .seconds:
            """
            \(name)_count\(labels) \(numbers.count)
            \(name)_sum\(labels) \(numbers.sum)

            """
        }
    }

    func increment(by amount: Int64) {
        numbers.withLock { $0.count = $0.count.addingReportingOverflow(amount).partialValue }
    }

    func reset() { numbers.withLock { $0 = Numbers() } }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        numbers.withLock { numbers in
            numbers.count += 1
            numbers.sum += value
            numbers.last = value
        }
    }

    func set(_ value: Int64) { record(value) }

    func set(_ value: Double) { record(value) }

    func increment(by amount: Double) {
        numbers.withLock { $0.last += amount }
    }

    func decrement(by amount: Double) {
        numbers.withLock { $0.last -= amount }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
