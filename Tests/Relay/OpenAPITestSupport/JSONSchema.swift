// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// The part of JSON Schema (draft 2020-12) that `docs/openapi.yaml` and `docs/lab.yaml` use; a word
/// that it does not know is a fault.
struct JSONSchema {
    let schema: JSONValue
    /// The document in which references are.
    let root: JSONValue

    /// Words that say nothing about a value's validity.
    private static let annotations: Set = [
        "description", "format", "title", "examples", "contentEncoding", "default",
    ]

    /// What is wrong with a value, each with where it is.
    func faults(in value: JSONValue, at path: String = "$") -> [String] {
        guard let words = schema.members else { return ["\(path): the schema is no object"] }
        return words.flatMap { word, argument in
            Self.annotations.contains(word)
                ? [] : faults(in: value, by: word, argument, at: path)
        }
    }

    private func faults(
        in value: JSONValue,
        by word: String,
        _ argument: JSONValue,
        at path: String
    ) -> [String] {
        func check(_ isValid: Bool) -> [String] { isValid ? [] : ["\(path): \(word)"] }
        switch word {
        case "$ref":
            guard let target = root.resolved(argument.string ?? "") else {
                return ["no \(argument.string ?? "$ref")"]
            }
            return JSONSchema(schema: target, root: root).faults(in: value, at: path)
        case "type":
            let types = argument.elements?.compactMap(\.string) ?? [argument.string ?? ""]
            return check(types.contains { value.isOf(type: $0) })
        case "allOf":
            return (argument.elements ?? []).flatMap { schema in
                JSONSchema(schema: schema, root: root).faults(in: value, at: path)
            }
        case "anyOf":
            let all = (argument.elements ?? []).map { schema in
                JSONSchema(schema: schema, root: root).faults(in: value, at: path)
            }
            return all.contains { $0.isEmpty } ? [] : all.first ?? ["\(path): anyOf"]
        case "enum":
            return check(argument.elements?.contains { $0.string == value.string } ?? false)
        case "const": return check(argument.bytes == value.bytes)
        case "pattern":
            guard let text = value.string, let pattern = try? Regex(argument.string ?? "") else {
                return check(false)
            }
            return check(text.contains(pattern))
        case "minLength": return check(value.string?.count ?? 0 >= argument.integer ?? 0)
        case "maxLength":
            return check(value.string?.unicodeScalars.count ?? .max <= argument.integer ?? 0)
        case "minItems": return check(value.elements?.count ?? 0 >= argument.integer ?? 0)
        case "maxItems": return check(value.elements?.count ?? .max <= argument.integer ?? 0)
        case "maxProperties": return check(value.members?.count ?? .max <= argument.integer ?? 0)
        case "exclusiveMinimum":
            return check(value.number ?? -.infinity > argument.number ?? 0)
        case "minimum" where value.integer == nil:
            return check(value.number ?? -.infinity >= argument.number ?? 0)
        case "maximum" where value.integer == nil:
            return check(value.number ?? .infinity <= argument.number ?? 0)
        case "minimum": return check(value.integer ?? .min >= argument.integer ?? 0)
        case "maximum": return check(value.integer ?? .max <= argument.integer ?? 0)
        case "required":
            return (argument.elements ?? []).compactMap(\.string).flatMap { name in
                value[name] == nil ? ["\(path): no \(name)"] : []
            }
        case "properties":
            return (argument.members ?? []).flatMap { name, schema in
                guard let member = value[name] else { return [String]() }
                return JSONSchema(schema: schema, root: root)
                    .faults(in: member, at: "\(path).\(name)")
            }
        case "additionalProperties":
            let known = Set(schema["properties"]?.members?.map(\.key) ?? [])
            let found = value.members ?? []
            guard argument.bool == nil else {
                return check(argument.bool == false && known.isSuperset(of: found.map(\.key)))
            }
            return found.filter { !known.contains($0.key) }.flatMap { name, member in
                JSONSchema(schema: argument, root: root).faults(in: member, at: "\(path).\(name)")
            }
        case "prefixItems":
            return zip(argument.elements ?? [], value.elements ?? []).flatMap { schema, element in
                JSONSchema(schema: schema, root: root).faults(in: element, at: path)
            }
        case "items":
            return (value.elements ?? []).enumerated().flatMap { index, element in
                JSONSchema(schema: argument, root: root)
                    .faults(in: element, at: "\(path)[\(index)]")
            }
        default: return ["\(word) is no word that this reader knows"]
        }
    }
}

extension JSONValue {
    fileprivate var number: Double? { numberText.flatMap { Double($0) } }

    /// What a reference within this document (`#/a/b`) stands for.
    func resolved(_ reference: String) -> JSONValue? {
        guard reference.hasPrefix("#/") else { return nil }
        var value: JSONValue? = self
        for key in reference.dropFirst(2).split(separator: "/") { value = value?[String(key)] }
        return value
    }

    fileprivate func isOf(type: String) -> Bool {
        switch type {
        case "object": kind == .object
        case "array": kind == .array
        case "string": kind == .string
        case "integer": integer != nil
        case "number": number != nil
        case "null": isNull
        case "boolean": kind == .bool
        default: false
        }
    }
}
