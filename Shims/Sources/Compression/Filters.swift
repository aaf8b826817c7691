// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A filter that is written to, and calls a closure with the result.
public class OutputFilter {
    private let stream: FilterStream
    private let writeBlock: (Data?) throws -> Void
    private var isFinalized = false

    /// Begins a filter.
    ///
    /// - Parameters:
    ///   - operation: The direction.
    ///   - algorithm: The algorithm, `zlib`.
    ///   - bufferCapacity: The most bytes of a piece of the result.
    ///   - writeBlock: Takes the pieces of the result, and nil at its end.
    /// - Throws: `FilterError.invalidState` for an absent algorithm.
    public init(
        _ operation: FilterOperation,
        using algorithm: Algorithm,
        bufferCapacity: Int = 65_536,
        writingTo writeBlock: @escaping (Data?) throws -> Void
    ) throws {
        stream = try FilterStream(operation, algorithm, capacity: bufferCapacity)
        self.writeBlock = writeBlock
    }

    deinit {
        try? finalize()
    }

    /// Writes to the filter; nil ends it.
    public func write<D: DataProtocol>(_ data: D?) throws {
        guard let data, !data.isEmpty else { return try finalize() }
        guard !isFinalized else { throw FilterError.invalidState }
        try stream.process(Data(data), isLast: false, writeBlock)
    }

    /// Ends the filter.
    ///
    /// - Throws: `FilterError.invalidData` if compressed data was cut, and what the closure throws.
    public func finalize() throws {
        guard !isFinalized else { return }
        isFinalized = true
        try stream.process(Data(), isLast: true, writeBlock)
        try writeBlock(nil)
    }
}

/// A filter that is read from, and asks a closure for its data.
public class InputFilter<D: DataProtocol> {
    private let stream: FilterStream
    private let readBlock: (Int) throws -> D?
    private let bufferCapacity: Int
    /// What the closure gave last, as far as it is not used up; empty at the end.
    private var input = Data()
    private var isLast = false

    /// Begins a filter.
    ///
    /// - Parameters:
    ///   - operation: The direction.
    ///   - algorithm: The algorithm, `zlib`.
    ///   - bufferCapacity: The most bytes that the closure is asked for.
    ///   - readBlock: Gives at most as many bytes as it is told, and nothing at the end.
    /// - Throws: `FilterError.invalidState` for an absent algorithm.
    public init(
        _ operation: FilterOperation,
        using algorithm: Algorithm,
        bufferCapacity: Int = 65_536,
        readingFrom readBlock: @escaping (Int) throws -> D?
    ) throws {
        stream = try FilterStream(operation, algorithm, capacity: bufferCapacity)
        self.readBlock = readBlock
        self.bufferCapacity = bufferCapacity
    }

    /// Reads a part of the result.
    ///
    /// It makes no more of the result than it returns, so that little data that becomes much takes
    /// no more memory than `count`.
    ///
    /// - Parameter count: The most bytes.
    /// - Returns: As many, or what is left; nil at the end.
    /// - Throws: `FilterError.invalidData` if compressed data is damaged or cut, and what the
    ///   closure throws.
    public func readData(ofLength count: Int) throws -> Data? {
        var part = Data()
        while part.count < count {
            let piece = try stream.advance(&input, isLast: isLast, most: count - part.count)
            part += piece
            guard piece.isEmpty else { continue }
            // Without a piece all of the input is used up.
            if stream.hasEnded || isLast { break }
            input = try readBlock(bufferCapacity).map { Data($0) } ?? Data()
            isLast = input.isEmpty
        }
        return part.isEmpty ? nil : part
    }
}
