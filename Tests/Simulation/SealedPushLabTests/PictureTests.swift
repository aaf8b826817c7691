// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import NIOCore
import OpenAPITestSupport
import Synchronization
import Testing

@testable import SealedPushLab

/// Pictures of hostile senders, which no code of ours decodes.
@Suite struct PictureTests {
    static func picture(_ kind: Picture.Kind, padding: Int = 0) -> Picture {
        let bytes = file(kind, width: 2, height: 3) + [UInt8](repeating: 0, count: padding)
        guard let picture = Picture(bytes) else { preconditionFailure("it is a picture") }
        return picture
    }

    private static func file(_ kind: Picture.Kind, width: UInt32, height: UInt32) -> [UInt8] {
        func big(_ number: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        let (low, high) = (big(width).suffix(2), big(height).suffix(2))
        switch kind {
        case .png:
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
                + Array("IHDR".utf8) + big(width) + big(height) + [8, 6, 0, 0, 0]
        case .gif: return Array("GIF89a".utf8) + low.reversed() + high.reversed() + [0, 0, 0]
        case .jpeg:
            return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8] + high + low
                + [1, 1, 0x11, 0]
        }
    }

    @Test(arguments: [Picture.Kind.jpeg, .png, .gif])
    func `a picture is told by its bytes, and served as what it is`(
        _ kind: Picture.Kind
    ) async throws {
        try await LabBench.run { bench in
            let picture = Self.picture(kind)
            let number = bench.lab.state.withLock { $0.pictures.add(picture).number }
            let answer = try await bench.send(.get, PictureStore.path(number))
            #expect(answer.headers[.contentType] == kind.rawValue)
            #expect(Array(answer.body.readableBytesView) == picture.bytes)
            #expect(answer.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
        }
    }

    @Test(arguments: [Picture.Kind.jpeg, .png, .gif])
    func `one that says it has more pixels than a browser should hold is none`(
        _ kind: Picture.Kind
    ) {
        #expect(Picture(Self.file(kind, width: 8000, height: 5000)) != nil)
        #expect(Picture(Self.file(kind, width: 8001, height: 5000)) == nil)
        #expect(Picture(Self.file(kind, width: 0, height: 5000)) == nil)
        #expect(Picture(Self.file(kind, width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)) == nil)
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        "<!doctype html><script>alert(1)</script>", "%PDF-1.7", "", "GIF89a", "GIF88a123456",
    ])
    func `what runs or is cut off is no picture`(_ text: String) {
        #expect(Picture(Array(text.utf8)) == nil)
    }

    @Test func `a file of more than 10 MiB is none`() {
        let head = Self.file(.gif, width: 1, height: 1)
        let limit = Picture.byteLimit - head.count
        #expect(Picture(head + [UInt8](repeating: 0, count: limit)) != nil)
        #expect(Picture(head + [UInt8](repeating: 0, count: limit + 1)) == nil)
    }

    @Test func `a file that is cut off or changed is read or refused`() {
        for kind in [Picture.Kind.jpeg, .png, .gif] {
            let whole = Self.file(kind, width: 2, height: 3)
            for count in 0...whole.count { _ = Picture(Array(whole.prefix(count))) }
            for index in whole.indices {
                for byte in [0, 1, 0x7F, 0xFF] as [UInt8] {
                    var changed = whole
                    changed[index] = byte
                    _ = Picture(changed)
                }
            }
        }
    }

    @Test func `64 MiB are kept, and the oldest go`() {
        var store = PictureStore()
        let picture = Self.picture(.gif, padding: (8 << 20) - 100)
        var last = (number: 0, isFull: false)
        for _ in 0..<8 { last = store.add(picture) }
        #expect(!last.isFull && store[1] != nil)
        last = store.add(picture)
        #expect(last.isFull && store[1] == nil && store[2] != nil && store[9] != nil)
        #expect(store.size <= PictureStore.byteLimit)
    }
}
