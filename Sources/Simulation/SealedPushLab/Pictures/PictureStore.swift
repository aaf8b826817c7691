// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The pictures of attachments that came, of which the oldest go.
struct PictureStore {
    /// The most bytes of all of them.
    static let byteLimit = 64 << 20

    private var pictures: [Int: Picture] = [:]
    private var order: ArraySlice<Int> = []
    private var last = 0
    /// The bytes of all.
    private(set) var size = 0

    subscript(number: Int) -> Picture? { pictures[number] }

    /// Takes a picture.
    ///
    /// - Returns: Its number, and whether others went.
    mutating func add(_ picture: Picture) -> (number: Int, isFull: Bool) {
        last += 1
        pictures[last] = picture
        order.append(last)
        size += picture.bytes.count
        var isFull = false
        while size > Self.byteLimit, let oldest = order.popFirst() {
            size -= pictures.removeValue(forKey: oldest)?.bytes.count ?? 0
            isFull = true
        }
        return (last, isFull)
    }

    /// Where a picture is asked for.
    static func path(_ number: Int) -> String { "/files/" + String(number, radix: 16) }

    /// The number of a picture, by the end of its path.
    static func number(_ text: String) -> Int? {
        guard let number = Int(text, radix: 16), text == String(number, radix: 16) else {
            return nil
        }
        return number
    }

    /// Reads a file, which may be anything; nil if it is no picture.
    static func read(_ file: URL) -> Picture? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        guard let bytes = try? handle.read(upToCount: Picture.byteLimit + 1) else { return nil }
        return Picture(Array(bytes))
    }
}
