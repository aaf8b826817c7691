// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdTesting
package import SealedPushCoding
import Synchronization
import TestSupport
import Testing
import Yams

/// `docs/openapi.yaml` or `docs/lab.yaml`: what requests there are, and what each may be answered.
package struct APIDocument: Sendable {
    private let root: JSONValue

    /// The relay's document; a test that cannot read it fails.
    package static let repository = Result { try APIDocument(path: "docs/openapi.yaml") }

    /// The lab's.
    package static let lab = Result { try APIDocument(path: "docs/lab.yaml") }

    package init(path: String) throws {
        let text = String(decoding: try Repository.read(path), as: UTF8.self)
        let json = try JSONSerialization.data(withJSONObject: try Yams.load(yaml: text) ?? [:])
        root = try JSONDocument(reading: [UInt8](json)).root
    }

    /// A method at a path.
    package struct Operation: Hashable, Sendable, CustomStringConvertible {
        package let method: String
        /// The path's template, as `/e/{endpoint}`.
        package let path: String

        package init(method: String, path: String) {
            self.method = method
            self.path = path
        }

        package var description: String { "\(method) \(path)" }
    }

    /// An answer that an operation may have: a status, and the name of a problem if it is one.
    package struct Answer: Hashable, Sendable, CustomStringConvertible {
        package let operation: Operation
        package let status: Int
        package let problem: String?

        package var description: String { "\(operation): \(status) \(problem ?? "")" }
    }

    private static let methods: Set = ["get", "post", "put", "delete", "patch"]

    /// All operations.
    package var operations: Set<Operation> {
        let all = root["paths"]?.members?.flatMap { path, item in
            (item.members ?? []).filter { Self.methods.contains($0.key) }.map {
                Operation(method: $0.key.uppercased(), path: path)
            }
        }
        return Set(all ?? [])
    }

    /// All answers.
    package var answers: Set<Answer> {
        Set(
            operations.flatMap { operation in
                (self[operation]?["responses"]?.members ?? []).flatMap { code, _ in
                    let status = Int(code) ?? 0
                    let problems = problems(of: operation, status).map(Optional.some)
                    return (problems.isEmpty ? [nil] : problems).map {
                        Answer(operation: operation, status: status, problem: $0)
                    }
                }
            }
        )
    }

    /// The operation of a request, or nil if the document has none for it.
    package func operation(_ method: HTTPRequest.Method, _ uri: String) -> Operation? {
        operations(at: uri).first { $0.method == method.rawValue }
    }

    /// The operations that the path of a request has.
    package func operations(at uri: String) -> [Operation] {
        let parts = uri.split(separator: "/", omittingEmptySubsequences: false)
        return operations.filter { operation in
            let template = operation.path.split(separator: "/", omittingEmptySubsequences: false)
            return template.count == parts.count
                && zip(template, parts).allSatisfy { $0.hasPrefix("{") ? !$1.isEmpty : $0 == $1 }
        }
    }

    // MARK: - Faults

    /// What of an answer the document does not say.
    func faults(in response: TestResponse, to operation: Operation) -> [String] {
        let status = response.status.code
        guard let documented = self.response(of: operation, status) else {
            return ["the status \(status) is not documented"]
        }
        var faults: [String] = []
        for (name, header) in documented["headers"]?.members ?? [] {
            let value = HTTPField.Name(name).flatMap { response.headers[$0] }
            guard let value else {
                if header["required"]?.bool == true { faults.append("no \(name)") }
                continue
            }
            guard let schema = header["schema"],
                let text = try? JSONDocument(reading: JSONWriter.string(value)).root
            else { continue }
            faults += JSONSchema(schema: schema, root: root).faults(in: text, at: name)
        }
        let body = Array(response.body.readableBytesView)
        let type = response.headers[.contentType]
        let contents = documented["content"]?.members ?? []
        guard let content = contents.first(where: { $0.key == type }) ?? contents.first else {
            return faults + (body.isEmpty ? [] : ["a body that is not documented"])
        }
        guard type == content.key else {
            return faults + ["the media type is not \(content.key)"]
        }
        guard let schema = content.value["schema"], content.key.contains("json") else {
            return faults
        }
        guard let value = try? JSONDocument(reading: body).root else {
            return faults + ["the body is no JSON"]
        }
        return faults + JSONSchema(schema: schema, root: root).faults(in: value)
    }

    /// What of a request that was served the document does not allow.
    func faults(inRequest headers: HTTPFields, _ body: [UInt8], to operation: Operation) -> [String]
    {
        var faults = (self[operation]?["parameters"]?.elements ?? []).flatMap { parameter in
            let name = parameter["name"]?.string ?? ""
            let isMissing = HTTPField.Name(name).map { headers[$0] == nil } ?? true
            guard parameter["in"]?.string != "path" else { return [String]() }
            return parameter["required"]?.bool == true && isMissing ? ["no \(name)"] : []
        }
        let description = self[operation]?["requestBody"]
        guard let content = description?["content"]?.members?.first else {
            return faults + (body.isEmpty ? [] : ["a body that is not documented"])
        }
        if body.isEmpty, description?["required"]?.bool != true { return faults }
        if headers[.contentType] != content.key { faults.append("the body is no \(content.key)") }
        guard let schema = content.value["schema"] else { return faults }
        guard let value = try? JSONDocument(reading: body).root else {
            return faults + ["the body is no JSON"]
        }
        return faults + JSONSchema(schema: schema, root: root).faults(in: value)
    }

    /// The media type of an operation's body, if it has one.
    package func mediaType(of operation: Operation) -> String? {
        self[operation]?["requestBody"]?["content"]?.members?.first?.key
    }

    // MARK: - Parts

    private subscript(operation: Operation) -> JSONValue? {
        root["paths"]?[operation.path]?[operation.method.lowercased()]
    }

    private func response(of operation: Operation, _ status: Int) -> JSONValue? {
        let response = self[operation]?["responses"]?["\(status)"]
        return response?["$ref"]?.string.flatMap { root.resolved($0) } ?? response
    }

    private func problems(of operation: Operation, _ status: Int) -> [String] {
        let content = response(of: operation, status)?["content"]?["application/problem+json"]
        let types = content?["schema"]?["properties"]?["type"]?["enum"]?.elements ?? []
        return types.compactMap { $0.string?.split(separator: ":").last.map(String.init) }
    }
}

/// Holds every answer that a test gets against the document, and keeps which of the documented ones
/// it saw.
package final class APIRecord: Sendable {
    private let document: Result<APIDocument, any Error>
    private let seen = Mutex<Set<APIDocument.Answer>>([])

    /// Takes the document that answers are held against.
    package init(_ document: Result<APIDocument, any Error> = APIDocument.repository) {
        self.document = document
    }

    /// The documented answers that came.
    package var answers: Set<APIDocument.Answer> { seen.withLock(\.self) }

    /// Takes an answer, and what was asked.
    package func note(
        _ response: TestResponse,
        to method: HTTPRequest.Method,
        _ path: String,
        _ headers: HTTPFields,
        _ body: [UInt8]
    ) throws {
        let document = try self.document.get()
        let place = String(path.prefix { $0 != "?" })
        guard let operation = document.operation(method, place) else {
            // Whatever the document does not have is not there.
            let methods = document.operations(at: place).map(\.method).sorted()
            let problem = methods.isEmpty ? "unknown" : "method-not-allowed"
            #expect(response.problem == problem, "\(method) is not documented")
            let allowed = response.headers[.allow]
            #expect(allowed == (methods.isEmpty ? nil : methods.joined(separator: ", ")))
            return
        }
        var faults = document.faults(in: response, to: operation)
        if response.status.kind == .successful {
            faults += document.faults(inRequest: headers, body, to: operation)
        }
        #expect(faults.isEmpty, "\(operation): \(response.status.code): \(faults)")
        let answer = APIDocument.Answer(
            operation: operation,
            status: response.status.code,
            problem: response.problem
        )
        seen.withLock { _ = $0.insert(answer) }
    }
}

extension TestResponse {
    package var json: JSONValue? {
        try? JSONDocument(reading: Array(body.readableBytesView)).root
    }

    /// The name of the problem that it tells, if it is one as it has to be.
    package var problem: String? {
        guard headers[.contentType] == "application/problem+json", let type = json?["type"]?.string,
            json?["status"]?.integer == status.code, json?["detail"]?.string?.isEmpty == false,
            headers[.cacheControl] == "no-store", type.hasPrefix("urn:sealedpush:problem:")
        else { return nil }
        return String(type.dropFirst("urn:sealedpush:problem:".count))
    }
}
