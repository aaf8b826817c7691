// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import PushTransport
import Testing

@testable import SealedPushAPNs

struct RequestFieldsTests {
    private var fields = ReadFields()

    init() {
        fields.sent.authorization = ("bearer a.b.c", 1)
    }

    private func request(topic: String = "com.example.app") throws -> WireRequest {
        try APNsRequest(
            [1],
            to: APNsDeviceToken(hex: "c0ffee"),
            topic: topic,
            type: .alert,
            priority: .immediate,
            expiration: .once,
            collapseID: "thread",
            id: APNsID()
        ).wire
    }

    private mutating func expectDecodes(_ request: WireRequest) throws {
        let read = try fields.next(for: request)
        let sent =
            [
                (":method", request.method), (":scheme", "https"), (":path", request.path),
                (":authority", "api.push.apple.com"), ("authorization", "bearer a.b.c"),
                (request.idName, request.id.text),
            ] + request.options
        #expect(read.map { "\($0.name): \($0.value)" } == sent.map { "\($0): \($1)" })
    }

    @Test mutating func `a server reads what is repeated and what is new`() throws {
        let first = try request()
        for request in try [first, first, request(), request(topic: "com.example.b"), first] {
            try expectDecodes(request)
        }
    }

    @Test mutating func `neither a proxy nor a server keeps the token or the path`() throws {
        for _ in 0..<2 {
            let kept = try fields.next(for: request()).filter { $0.indexable != .neverIndexed }
            #expect(!kept.isEmpty)
            #expect(!kept.contains { [":path", "authorization"].contains($0.name) })
        }
    }

    @Test mutating func `the table is as small as SETTINGS ask, and grows again up to the default`()
        throws
    {
        try expectDecodes(request())
        try fields.sent.tableSizeChanged(to: 0)
        fields.decoder.maxDynamicTableLength = 0
        for _ in 0..<2 { try expectDecodes(request()) }
        #expect(fields.decoder.allowedDynamicTableLength == 0)
        try fields.sent.tableSizeChanged(to: 1 << 20)
        fields.decoder.maxDynamicTableLength = 1 << 20
        try expectDecodes(request())
        #expect(fields.decoder.allowedDynamicTableLength == HPACKEncoder.defaultDynamicTableSize)
        try expectDecodes(request())
    }

    @Test mutating func `no string has a Huffman code`() throws {
        for number in 0..<3 {
            var block = try fields.sent.next(for: request(topic: "com.example.app\(number)"))
            #expect(try stringsAreRaw(&block))
        }
        // One that has is seen.
        var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
        var coded = ByteBuffer()
        try encoder.encode(headers: HPACKHeaders([("apns-id", "a")]), to: &coded)
        #expect(try !stringsAreRaw(&coded))
    }

    /// Walks over a block (RFC 7541, section 6).
    private func stringsAreRaw(_ block: inout ByteBuffer) throws -> Bool {
        var isRaw = true
        func next() throws -> UInt8 {
            let byte = block.readInteger(as: UInt8.self)
            return try #require(byte)
        }
        func integer(_ first: UInt8, prefix: Int) throws -> Int {
            let most = 1 << prefix - 1
            var value = Int(first) & most
            guard value == most else { return value }
            var shift = 0
            while true {
                let byte = try next()
                value += Int(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 { return value }
            }
        }
        func string() throws {
            let first = try next()
            if first & 0x80 != 0 { isRaw = false }
            let text = try block.readBytes(length: integer(first, prefix: 7))
            #expect(text != nil)
        }
        while block.readableBytes > 0 {
            let first = try next()
            switch first {
            case 0x80...: _ = try integer(first, prefix: 7)
            case 0x20..<0x40: _ = try integer(first, prefix: 5)
            default:
                if try integer(first, prefix: first & 0x40 != 0 ? 6 : 4) == 0 { try string() }
                try string()
            }
        }
        return isRaw
    }
}
