// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

/// A file that belongs to an intent.
open class INFile: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        var bytes: Data?
        var url: URL?
        var filename: String
        var typeIdentifier: String?
    }

    /// A file of these bytes.
    public convenience init(data: Data, filename: String, typeIdentifier: String?) {
        let values = Values(bytes: data, filename: filename, typeIdentifier: typeIdentifier)
        self.init(values: values)
    }

    /// A file on the disk; without a name it has the one it has there.
    public convenience init(fileURL: URL, filename: String?, typeIdentifier: String?) {
        let name = filename ?? fileURL.lastPathComponent
        let values = Values(url: fileURL, filename: name, typeIdentifier: typeIdentifier)
        self.init(values: values)
    }

    /// The bytes; empty if the file on the disk can't be read.
    open var data: Data {
        values.bytes ?? values.url.flatMap { try? Data(contentsOf: $0) } ?? Data()
    }
    /// Its name.
    open var filename: String { values.filename }
    /// Its uniform type identifier.
    open var typeIdentifier: String? { values.typeIdentifier }
    /// The place on the disk.
    open var fileURL: URL? { values.url }
}
