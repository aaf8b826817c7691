// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// One file of a folder of vectors.
enum VectorFile {
    private static let common: Set<String> = ["name", "comment", "rule", "kind", "expected"]

    /// Checks the vector `bytes`, whose file is called `name` and `.json`.
    static func check(_ bytes: [UInt8], named name: String) throws(VectorFault) {
        guard let document = try? JSONDocument(reading: bytes) else {
            throw VectorFault("not a JSON document")
        }
        guard let kind = document.root["kind"]?.string else { throw VectorFault("no string kind") }
        let isMessage = kind == "message"
        guard let members = isMessage ? MessageVector.members : WireVector.members(of: kind) else {
            throw VectorFault("unknown kind \(kind)")
        }
        let object = try VectorObject(document.root, allowed: common.union(members))
        try VectorFault.compare("name", object.string("name"), with: name)
        for key in ["comment", "rule"] where try object.string(key).isEmpty {
            throw VectorFault("\(key) is empty")
        }
        if isMessage {
            try MessageVector(object).check()
        } else {
            try WireVector.check(object, kind: kind)
        }
    }
}
