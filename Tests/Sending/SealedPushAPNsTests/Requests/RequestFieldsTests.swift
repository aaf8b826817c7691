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

    private func request(
        topic: String = "com.example.app",
        thread: String = "thread"
    ) throws -> WireRequest {
        try APNsRequest(
            [1],
            to: APNsDeviceToken(hex: "c0ffee"),
            topic: topic,
            type: .alert,
            priority: .immediate,
            expiration: .once,
            collapseID: thread,
            id: APNsID()
        ).wire
    }

    private mutating func expectDecodes(_ request: WireRequest) throws {
        let read = try fields.next(for: request)
        let sent =
            [
                (":method", request.method.rawValue), (":scheme", "https"), (":path", request.path),
                (":authority", "api.push.apple.com"), ("authorization", "bearer a.b.c"),
                (request.idName.rawValue, request.id.text),
            ] + request.options.map { ($0.name.rawValue, $0.value) }
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

    @Test mutating func `what repeats goes by its number, and of each push's own the name alone`()
        throws
    {
        var sizes: [Int] = []
        for thread in ["first", "second", "second"] {
            var block = ByteBuffer(bytes: try fields.sent.next(for: request(thread: thread)))
            sizes.append(block.readableBytes)
            _ = try fields.decoder.decodeHeaders(from: &block)
        }
        // Method, scheme, authority, topic, type and priority have one byte each; path, token, id,
        // expiration and collapse id a name of one or two, a length and what they are.
        let size = 6 + (1 + 1 + 16) + (2 + 1 + 12) + (2 + 1 + 36) + (2 + 1 + 1) + (2 + 1 + 6)
        #expect(sizes[1...] == [size, size])
    }

    @Test mutating func `fields that the table has no room for any more are read all the same`()
        throws
    {
        for number in 0..<200 {
            let topic = "com.example." + String(repeating: "a", count: number % 100) + "\(number)"
            try expectDecodes(request(topic: topic))
        }
        for size in [300, 40, 4096, 0] {
            fields.sent.tableSizeChanged(to: size)
            fields.decoder.maxDynamicTableLength = size
            for _ in 0..<2 { try expectDecodes(request(topic: "com.example.\(size)")) }
        }
    }

    @Test(arguments: [WireRequest.Method.get, .post, .delete])
    mutating func `a server reads each method`(_ method: WireRequest.Method) throws {
        for _ in 0..<2 {
            let path = "/1/apps/com.example.app/channels"
            let options: [(name: FieldName, value: String)] = [
                (.channelID, String(repeating: "a", count: 1024))
            ]
            try expectDecodes(
                WireRequest(
                    method: method,
                    path: path,
                    idName: .requestID,
                    id: APNsID(),
                    options: options
                )
            )
        }
    }

    @Test mutating func `the table is as small as SETTINGS ask, and grows again up to the default`()
        throws
    {
        try expectDecodes(request())
        fields.sent.tableSizeChanged(to: 0)
        fields.decoder.maxDynamicTableLength = 0
        for _ in 0..<2 { try expectDecodes(request()) }
        #expect(fields.decoder.allowedDynamicTableLength == 0)
        fields.sent.tableSizeChanged(to: 1 << 20)
        fields.decoder.maxDynamicTableLength = 1 << 20
        try expectDecodes(request())
        #expect(fields.decoder.allowedDynamicTableLength == RequestFields.tableSize)
        try expectDecodes(request())
    }

    @Test mutating func `no string has a Huffman code`() throws {
        for number in 0..<3 {
            let request = try request(topic: "com.example.app\(number)")
            var block = ByteBuffer(bytes: fields.sent.next(for: request))
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
