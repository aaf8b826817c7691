// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Encodes the header fields of the requests of one connection (RFC 7541).
///
/// Apple asks for this, so that the one table of a connection holds what repeats ("Sending
/// notification requests to APNs"): the path, which has the device token, and the provider token
/// are never put into it, nor into that of a proxy (section 7.1.3); the fields with a value of each
/// push's own only the first time, for their names; everything else always.
///
/// NIO's HTTP/2 would also code each string by Huffman: of the path, the token and the id that
/// saves some 75 bytes, and takes a quarter of all that a push costs. Its encoder without that
/// looks each name up in a table of all that HTTP knows, which takes a tenth.
struct RequestFields {
    /// What the table of a server may hold at first, in bytes (RFC 9113, section 6.5.2).
    static let tableSize = 4096

    /// What authenticates the requests, with the number of its token, or nil if the connection's
    /// certificate does.
    var authorization: (field: String, tokenNumber: Int)?

    private let authority: String
    private var table = FieldTable(limit: tableSize)
    /// The smallest size that the table has had since the server was told of one; nil if it has not
    /// changed.
    private var leastSize: Int?
    /// What is encoded, here so that its memory serves for the next request.
    private var block: [UInt8] = []

    /// Takes the host, with a port if it is not 443.
    init(authority: String) {
        // A string of its own: threads that count the references to one wait for each other.
        self.authority = String(decoding: Array(authority.utf8), as: UTF8.self)
    }

    /// Notes SETTINGS_HEADER_TABLE_SIZE (RFC 7541, section 4.2); a table that is larger than at
    /// first is not used.
    mutating func tableSizeChanged(to size: Int) {
        let size = min(size, Self.tableSize)
        guard size != table.limit else { return }
        leastSize = min(leastSize ?? table.limit, size)
        table.limit = size
    }

    /// Encodes the next request on the connection, which is to be sent right away and no other
    /// before it.
    ///
    /// The fields of HTTP/2 itself come first (RFC 9113, section 8.3). The header block is shorter
    /// than any frame may be: each field is bounded.
    mutating func next(for request: WireRequest) -> [UInt8] {
        block.removeAll(keepingCapacity: true)
        if let leastSize {
            if leastSize < table.limit { append(leastSize, prefix: 5, flags: 0x20) }
            append(table.limit, prefix: 5, flags: 0x20)
            self.leastSize = nil
        }
        // These numbers are of the static table (RFC 7541, appendix A).
        switch request.method {
        case .get: block.append(0x80 | 2)
        case .post: block.append(0x80 | 3)
        case .delete: append(request.method.rawValue, nameIndex: 2, prefix: 4, flags: 0)
        }
        block.append(0x80 | 7)
        append(request.path, nameIndex: 4, prefix: 4, flags: Self.neverIndexed)
        append(.authority, authority)
        if let authorization {
            append(authorization.field, nameIndex: 23, prefix: 4, flags: Self.neverIndexed)
        }
        append(request.idName, request.id.text)
        for (name, value) in request.options { append(name, value) }
        return block
    }

    /// A field that no server on the way may put into a table, either (RFC 7541, section 6.2.3).
    private static let neverIndexed: UInt8 = 0x10

    /// Appends a field by its number; or the field, for the server to remember; or with the number
    /// of its name alone (RFC 7541, sections 6.1, 6.2.1 and 6.2.2).
    private mutating func append(_ name: FieldName, _ value: String) {
        let (number, isWhole) = table.match(name, value) ?? (name.staticNumber, false)
        if isWhole, !name.isOfEachPush { return append(number, prefix: 7, flags: 0x80) }
        let isKept = number == 0 || !name.isOfEachPush
        append(number, prefix: isKept ? 6 : 4, flags: isKept ? 0x40 : 0)
        if number == 0 { append(name.rawValue) }
        append(value)
        if isKept { table.insert(name, value) }
    }

    private mutating func append(_ value: String, nameIndex: Int, prefix: Int, flags: UInt8) {
        append(nameIndex, prefix: prefix, flags: flags)
        append(value)
    }

    /// Appends a string as it is (RFC 7541, section 5.2).
    private mutating func append(_ string: String) {
        append(string.utf8.count, prefix: 7, flags: 0)
        block.append(contentsOf: string.utf8)
    }

    /// Appends a number behind the flags that share its first byte (RFC 7541, section 5.1).
    private mutating func append(_ number: Int, prefix: Int, flags: UInt8) {
        let most = 1 << prefix - 1
        guard number >= most else { return block.append(flags | UInt8(number)) }
        block.append(flags | UInt8(most))
        var rest = number - most
        while rest > 0x7F {
            block.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        block.append(UInt8(rest))
    }
}

/// The fields of earlier requests that a server remembers, for later ones to name by their number
/// (RFC 7541, section 2.3.2).
struct FieldTable {
    private struct Entry {
        let name: FieldName
        let value: String
        /// What it counts for (section 4.1).
        var size: Int { name.rawValue.utf8.count + value.utf8.count + 32 }
    }

    /// How large the table may be, in bytes.
    var limit: Int { didSet { evict() } }

    /// The oldest come first.
    private var entries: [Entry] = []
    private var size = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// The number of the newest field with this name and value, else of the newest with the name.
    ///
    /// The newest of all has number 62, behind those that HTTP/2 knows itself (section 2.3.3).
    func match(_ name: FieldName, _ value: String) -> (number: Int, isWhole: Bool)? {
        var named: (Int, Bool)?
        for index in entries.indices.reversed() where entries[index].name == name {
            let number = 61 + entries.count - index
            if entries[index].value == value { return (number, true) }
            named = named ?? (number, false)
        }
        return named
    }

    /// Puts a field in, for which the oldest go; one that is larger than the table empties it
    /// (section 4.4).
    mutating func insert(_ name: FieldName, _ value: String) {
        let entry = Entry(name: name, value: value)
        entries.append(entry)
        size += entry.size
        evict()
    }

    private mutating func evict() {
        while size > limit { size -= entries.removeFirst().size }
    }
}

/// The names of those fields of requests that a server may remember.
enum FieldName: String {
    case authority = ":authority"
    case id = "apns-id"
    case requestID = "apns-request-id"
    case topic = "apns-topic"
    case pushType = "apns-push-type"
    case priority = "apns-priority"
    case expiration = "apns-expiration"
    case collapseID = "apns-collapse-id"
    case channelID = "apns-channel-id"

    /// The number by which HTTP/2 knows the name itself (RFC 7541, appendix A), or 0.
    var staticNumber: Int { self == .authority ? 1 : 0 }

    /// Whether each push has a value of its own, so that remembering it helps no other.
    var isOfEachPush: Bool {
        switch self {
        case .id, .requestID, .expiration, .collapseID: true
        default: false
        }
    }
}
