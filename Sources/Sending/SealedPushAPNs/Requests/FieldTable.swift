// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
