// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import Synchronization

/// A source of events about scarce memory.
public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol, AnyObject {
    /// The events since the handler ran last.
    var data: DispatchSource.MemoryPressureEvent { get }
}

extension DispatchSourceMemoryPressure {
    /// The events since the handler ran last.
    public var data: DispatchSource.MemoryPressureEvent {
        DispatchSource.MemoryPressureEvent(rawValue: data as UInt)
    }
}

extension DispatchSource: DispatchSourceMemoryPressure {
    /// How scarce memory is.
    public struct MemoryPressureEvent: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Memory is not scarce any more.
        public static let normal = MemoryPressureEvent(rawValue: 1)
        /// Memory is scarce.
        public static let warning = MemoryPressureEvent(rawValue: 2)
        /// Memory is so scarce that the system ends processes.
        public static let critical = MemoryPressureEvent(rawValue: 4)
        /// Each of the three.
        public static let all: MemoryPressureEvent = [.normal, .warning, .critical]
    }

    /// Makes a source of events about scarce memory, which come from
    /// ``sendMemoryPressure(_:)`` alone.
    ///
    /// - Parameters:
    ///   - eventMask: The events that the source takes.
    ///   - queue: Where its handler runs; nil for a global queue.
    /// - Returns: The source, which has to be resumed.
    public class func makeMemoryPressureSource(
        eventMask: MemoryPressureEvent,
        queue: DispatchQueue? = nil
    ) -> any DispatchSourceMemoryPressure {
        guard let source = makeUserDataOrSource(queue: queue) as? DispatchSource else {
            preconditionFailure("Dispatch makes every source of one class")
        }
        MemoryPressure.sources.withLock { sources in
            sources.removeAll { $0.source?.isCancelled ?? true }
            sources.append(MemoryPressure(source: source, mask: eventMask))
        }
        return source
    }

    /// Sends an event to every source of this process, for tests; Apple has no such function.
    ///
    /// - Parameter event: The event.
    public class func sendMemoryPressure(_ event: MemoryPressureEvent) {
        for pressure in MemoryPressure.sources.withLock(\.self) {
            let taken = event.intersection(pressure.mask)
            if !taken.isEmpty { pressure.source?.or(data: taken.rawValue) }
        }
    }
}

/// A source of this process, and the events that it takes.
private struct MemoryPressure: @unchecked Sendable {
    // Every thread may use a source.
    weak var source: DispatchSource?
    let mask: DispatchSource.MemoryPressureEvent

    static let sources = Mutex<[MemoryPressure]>([])
}
