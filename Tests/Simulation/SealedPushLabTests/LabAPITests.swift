// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OpenAPITestSupport
import SealedPushCoding
import Synchronization
import TestSupport
import Testing

@testable import SealedPushLab

/// The lab's server and `docs/lab.yaml`, held against each other.
///
/// Every other test of the API holds its answers against the document as well (`APIRecord`).
@Suite struct LabAPITests {
    @Test func `the server has the routes of the document and no others`() throws {
        let documented = Set(try APIDocument.lab.get().operations.map(\.description))
        let router = LabAPI(Lab(), LabBench.site(), hosts: []).router()
        let served = router.routes.map { route in
            let path = "\(route.path)".replacing(/:([a-z]+)/) { "{\($0.output.1)}" }
            return "\(route.method.rawValue) \(path.hasPrefix("/") ? path : "/" + path)"
        }
        #expect(Set(served) == documented)
    }

    @Test func `another method of a path is told from a path that is not there`() async throws {
        let document = try APIDocument.lab.get()
        try await LabBench.run { bench in
            for path in Set(document.operations.map(\.path)) where path != "/" {
                let path = path.replacing(/{[a-z]+}/, with: "x")
                let methods = Set(document.operations(at: path).map(\.method))
                for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]
                where !methods.contains(method) {
                    let method = try #require(HTTPRequest.Method(method))
                    let answer = try await bench.send(method, path)
                    #expect(answer.status == .methodNotAllowed, "\(method) \(path)")
                }
                #expect(try await bench.send(.patch, path + "/x/y/z").status == .notFound)
            }
            for path in ["/phones/", "//phones", "/nothing"] {
                #expect(try await bench.send(.get, path).problem == "unknown")
            }
        }
    }

    @Test func `every status and problem of the document is one that the server gives`()
        async throws
    {
        let record = APIRecord(APIDocument.lab)
        try await ask(record)
        try await askInPlayground(record)
        try await askWhereThereIsNoRoom(record)
        var missing = try APIDocument.lab.get().answers.subtracting(record.answers)
        // A stream without an end is read in `EventTests`.
        missing = missing.filter { $0.operation.path != "/events" || $0.status != 200 }
        #expect(missing.map(\.description).sorted() == [])
    }

    /// Asks for each operation what is refused by its head or body.
    private func askWrongly(_ bench: LabBench, _ phone: BenchPhone) async throws {
        let document = try APIDocument.lab.get()
        for operation in document.operations {
            let method = try #require(HTTPRequest.Method(operation.method))
            let right = operation.path.replacing("{phone}", with: phone.id)
                .replacing("{topic}", with: LabBench.app).replacing("{push}", with: "1")
            let wrong = operation.path.replacing(/{[a-z]+}/, with: "x")
            for path in Set([right, wrong]) {
                try await bench.send(method, path, [.origin: "http://evil.example"])
                if document.mediaType(of: operation) != nil {
                    try await bench.send(method, path, [.contentType: "text/plain"], body: [1])
                    try await bench.send(method, path, json: "[")
                    try await bench.send(method, path, json: #"{"unknown":1}"#)
                    try await bench.send(method, path, json: "{}")
                    let large = String(repeating: " ", count: LabAPI.bodyLimit + 1)
                    try await bench.send(method, path, json: large)
                } else if path == wrong, operation.path.contains("{") {
                    try await bench.send(method, path)
                }
                for query in ["wait=x", "phone=x", "limit=0", "before=x", "timeout=1000"] {
                    guard method == .get || method == .delete, path != "/events" else { continue }
                    if operation.path.hasSuffix("/notifications") || path.hasPrefix("/pushes") {
                        let isRefused = path == "/pushes" && query == "phone=x"
                        if method == .delete, !isRefused { continue }
                        try await bench.send(method, path + "?" + query)
                    }
                }
            }
        }
    }

    private func ask(_ record: APIRecord) async throws {
        try await LabBench.run(record: record) { bench in
            let phone = try await bench.makePhone(
                #","categories":[{"id":"chat","actions":[{"id":"reply","title":"R","reply":true}]}]"#
            )
            bench.push(#"{"aps":{"alert":"Hi","category":"chat"}}"#, to: phone.token)
            let picture = bench.lab.state.withLock {
                $0.pictures.add(PictureTests.picture(.gif)).number
            }
            for path in [
                "/", "/page.js", "/favicon.ico", "/phones", phone.path, "/pushes", "/pushes/1",
                phone.path + "/notifications", "/apns", "/apns/faults",
                PictureStore.path(picture),
            ] {
                #expect(try await bench.send(.get, path).status == .ok, "\(path)")
            }
            try await askWrongly(bench, phone)
            for path in [phone.path, phone.path + "/apps/\(LabBench.app)"] {
                try await bench.send(.patch, path, json: "{}")
            }
            try await bench.send(.patch, phone.path + "/apps/other", json: "{}")
            let clock = phone.path + "/clock"
            try await bench.send(.post, clock, json: #"{"seconds":1}"#)
            let virtual = try await bench.makePhone(phone: #","clock":"virtual""#)
            try await bench.send(.post, virtual.path + "/clock", json: #"{"seconds":1.5}"#)
            try await bench.send(
                .post,
                "/phones",
                json: #"{"apps":[{"topic":"a","token":"\#(phone.token)"}]}"#
            )
            let shown = try await bench.get(phone.path + "/notifications")
            let id = shown["notifications"]?.elements?.first?["id"]?.string ?? ""
            let responses = phone.path + "/notifications/\(id)/responses"
            try await bench.send(.post, responses, json: #"{"action":"other"}"#)
            try await bench.send(.post, responses, json: #"{"action":"reply","text":"Yes"}"#)
            try await bench.send(.post, responses, json: #"{"action":"reply","text":"Yes"}"#)
            try await bench.send(.put, "/apns/faults", json: #"{"faults":[{"fault":"drop"}]}"#)
            try await bench.send(.post, "/inspections", json: #"{"push":"x"}"#)
            try await bench.send(.post, "/inspections", json: #"{"push":""}"#)
            for path in ["/relay", "/pushes/99"] { try await bench.send(.get, path) }
            try await bench.send(.post, "/messages", json: #"{"text":"x"}"#)
            for path in [phone.path + "/notifications", "/pushes", phone.path, "/phones"] {
                try await bench.send(.delete, path)
            }
        }
        try await askByAnotherName(record)
    }

    /// Asks for each operation by a name that is not the lab's.
    private func askByAnotherName(_ record: APIRecord) async throws {
        let operations = try APIDocument.lab.get().operations
        try await LabBench.run(hosts: ["lab.example"], record: record) { bench in
            for operation in operations {
                let method = try #require(HTTPRequest.Method(operation.method))
                let path = operation.path.replacing(/{[a-z]+}/, with: "x")
                #expect(try await bench.send(method, path).problem == "wrong-host")
            }
        }
    }

    private func askInPlayground(_ record: APIRecord) async throws {
        try await LabBench.run(playground: Playground(), record: record) { bench in
            try await bench.send(.get, "/relay")
            try await bench.send(.post, "/messages", [.contentType: "text/plain"], body: [1])
            let large = String(repeating: " ", count: LabAPI.bodyLimit + 1)
            try await bench.send(.post, "/messages", json: large)
            for body in [
                #"{"text":"x"}"#, #"{"text":"x","phone":"p9"}"#, #"{"text":"down"}"#, "{}",
            ] {
                try await bench.send(.post, "/messages", json: body)
            }
        }
    }

    private func askWhereThereIsNoRoom(_ record: APIRecord) async throws {
        try await LabBench.run(record: record) { bench in
            for _ in 0..<PhoneList.limit { _ = try await bench.makePhone() }
            let apps = #"{"apps":[{"topic":"a"}]}"#
            #expect(try await bench.send(.post, "/phones", json: apps).status == .tooManyRequests)
            let listeners = (0..<EventHub.listenerLimit).map { _ in bench.lab.events.listen() }
            #expect(listeners.allSatisfy { $0 != nil })
            #expect(try await bench.send(.get, "/events").problem == "unavailable")
            withExtendedLifetime(listeners) {}
        }
    }
}

/// A playground whose sidecar is sometimes away.
private struct Playground: LabPlayground {
    func relay() async throws -> [UInt8] { Array(#"{"url":"x","devices":[]}"#.utf8) }

    func send(_ text: String, title: String?, to phone: String?) async throws -> String? {
        guard text != "down" else { throw LabProblem.unavailable }
        return phone == nil ? "m1" : nil
    }
}
