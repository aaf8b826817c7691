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
        guard let members = members(of: kind) else { throw VectorFault("unknown kind \(kind)") }
        let object = try VectorObject(document.root, allowed: common.union(members))
        try VectorFault.compare("name", object.string("name"), with: name)
        for key in ["comment", "rule"] where try object.string(key).isEmpty {
            throw VectorFault("\(key) is empty")
        }
        switch kind {
        case "message": try MessageVector(object).check()
        case "choice": try ChoiceVector(object).check()
        case "sealing": try SealingVector(object).check()
        case "display": try DisplayVector(object).check()
        default: try WireVector.check(object, kind: kind)
        }
    }

    private static func members(of kind: String) -> Set<String>? {
        switch kind {
        case "message": MessageVector.members
        case "choice": ChoiceVector.members
        case "sealing": SealingVector.members
        case "display": DisplayVector.members
        default: WireVector.members(of: kind)
        }
    }
}
