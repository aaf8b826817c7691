// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdTesting
import OpenAPITestSupport
import SealedPushAPNs
import SealedPushCoding
import SimulatedAPNs
import Testing

@testable import SealedPushLab

/// Phones by REST: what they show, and what the user does.
@Suite struct PhoneTests {
    private static func titles(_ value: JSONValue) -> [String?] {
        (value["notifications"]?.elements ?? []).map { $0["lines"]?.elements?.first?.string }
    }

    @Test func `a phone shows a push, the latest first, and each phone its own`() async throws {
        try await LabBench.run { bench in
            let (ann, bob) = (try await bench.makePhone(), try await bench.makePhone())
            bench.push(#"{"aps":{"alert":"One"}}"#, to: ann.token)
            bench.push(#"{"aps":{"alert":"Two","badge":3}}"#, to: ann.token)
            bench.push(#"{"aps":{"alert":"Other"}}"#, to: bob.token)
            let shown = try await bench.get(ann.path + "/notifications")
            #expect(Self.titles(shown) == ["Two", "One"])
            #expect(shown["notifications"]?.elements?.map { $0["push"]?.integer } == [2, 1])
            #expect(Self.titles(try await bench.get(bob.path + "/notifications")) == ["Other"])
            let app = try await bench.get(ann.path)["apps"]?.elements?.first
            #expect(app?["badge"]?.integer == 3)
        }
    }

    @Test func `a notification that replaces another one keeps its id`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone()
            var ids: [String?] = []
            for text in ["One", "Two"] {
                bench.push(
                    #"{"aps":{"alert":"\#(text)"}}"#,
                    to: phone.token,
                    [(name: "apns-collapse-id", value: "dinner/<b>")]
                )
                let list = try await bench.get(phone.path + "/notifications")
                #expect(Self.titles(list) == [text])
                ids.append(list["notifications"]?.elements?.first?["id"]?.string)
            }
            #expect(ids[0] == ids[1] && ids[0] != nil)
        }
    }

    @Test func `a wait ends with the notification, or with its time`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone()
            let path = phone.path + "/notifications?wait=1"
            async let waiting = bench.get(path + "&timeout=60")
            try await Task.sleep(for: .milliseconds(50))
            bench.push(#"{"aps":{"alert":"Hi"}}"#, to: phone.token)
            #expect(Self.titles(try await waiting) == ["Hi"])
            try await bench.send(.delete, phone.path + "/notifications")
            let start = ContinuousClock.now
            #expect(Self.titles(try await bench.get(path + "&timeout=1")) == [])
            #expect(ContinuousClock.now - start >= .milliseconds(900))
        }
    }

    @Test func `a phone that is off the network gets the latest push when it is back`()
        async throws
    {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone(phone: #","online":false"#)
            for text in ["One", "Two"] {
                bench.push(#"{"aps":{"alert":"\#(text)"}}"#, to: phone.token)
            }
            #expect(try await bench.get("/pushes/2")["settled"]?.bool == false)
            #expect(Self.titles(try await bench.get(phone.path + "/notifications")) == [])
            try await bench.send(.patch, phone.path, json: #"{"online":true,"name":"Ann"}"#)
            let push = try await bench.get("/pushes/2?wait=1&timeout=60")
            #expect(push["settled"]?.bool == true)
            #expect(Self.titles(try await bench.get(phone.path + "/notifications")) == ["Two"])
            let first = try await bench.get("/pushes/1?wait=1&timeout=60")
            #expect(first["report"]?["reason"]?.string == "replacedWhileOffline")
            #expect(try await bench.get(phone.path)["name"]?.string == "Ann")
        }
    }

    @Test func `the user replies, taps and dismisses, and is asked to unlock first`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone(
                #","categories":[{"id":"chat","actions":[{"id":"reply","title":"R","reply":true}]}]"#
            )
            func respond(_ body: String) async throws -> JSONValue? {
                let list = try await bench.get(phone.path + "/notifications")
                let id = list["notifications"]?.elements?.first?["id"]?.string ?? "none"
                let path = phone.path + "/notifications/\(id)/responses"
                return try await bench.send(.post, path, json: body).json
            }
            for _ in 0..<3 {
                bench.push(#"{"aps":{"alert":"Hi","category":"chat"}}"#, to: phone.token)
            }
            #expect(try await respond(#"{"action":"reply"}"#)?["reason"]?.string == "textMissing")
            let reply = try await respond(#"{"action":"reply","text":"Yes"}"#)
            #expect(reply?["text"]?.string == "Yes")
            #expect(reply?["app"]?.string == "noDelegate")
            try await bench.send(.patch, phone.path, json: #"{"lock":"locked"}"#)
            #expect(try await respond("{}")?["reason"]?.string == "locked")
            #expect(try await respond(#"{"action":"dismiss"}"#)?["opened"]?.bool == false)
            try await bench.send(.patch, phone.path, json: #"{"lock":"unlocked"}"#)
            #expect(try await respond("{}")?["opened"]?.bool == true)
            #expect(try await respond("{}")?["type"]?.string == "urn:sealedpush:problem:unknown")
        }
    }

    @Test func `a phone that is gone has no token any more`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone()
            try await bench.send(.delete, phone.path)
            let record = bench.push(#"{"aps":{"alert":"Hi"}}"#, to: phone.token)
            guard case .refused(.unregistered) = record.outcome else {
                Issue.record("\(record.outcome)")
                return
            }
            let push = try await bench.get("/pushes/1")
            #expect(push["status"]?.integer == 410)
            #expect(push["reason"]?.string == "Unregistered")
            #expect(push["payload"]?.string == #"{"aps":{"alert":"Hi"}}"#)
            #expect(push["settled"]?.bool == true)
        }
    }

    @Test func `an app may choose its token, and one of the other environment is refused`()
        async throws
    {
        try await LabBench.run { bench in
            let token = String(repeating: "0a", count: 32)
            let phone = try await bench.makePhone(#","token":"\#(token)""#)
            #expect(phone.token == token)
            let again = #"{"apps":[{"topic":"a","token":"\#(token)"}]}"#
            #expect(try await bench.send(.post, "/phones", json: again).problem == "token-taken")
            let other = try await bench.makePhone(#","environment":"sandbox""#)
            let record = bench.push(#"{"aps":{"alert":"Hi"}}"#, to: other.token)
            guard case .refused(.badDeviceToken) = record.outcome else {
                Issue.record("\(record.outcome)")
                return
            }
            #expect(try await bench.get("/pushes/1")["phone"]?.string == other.id)
        }
    }

    @Test(arguments: [
        #"{"apps":[]}"#, #"{"apps":[{"topic":""}]}"#, #"{"apps":[{"topic":"a b"}]}"#,
        #"{"apps":[{"topic":"a"},{"topic":"a"}]}"#, #"{"apps":[{"topic":"a","token":"xy"}]}"#,
        #"{"apps":[{"topic":"a","extension":"/bin/sh"}]}"#, #"{"apps":[{"topic":"a","x":1}]}"#,
        #"{"apps":[{"topic":"a"}],"name":""}"#, #"{"apps":[{"topic":"a"}],"lock":"open"}"#,
        #"{"apps":[{"topic":"a","timeLimit":0}]}"#, #"{"apps":[{"topic":"a","strings":{"a":1}}]}"#,
        #"{"apps":[{"topic":"a","memoryLimit":65537}]}"#, #"{"apps":null}"#, #"{"apps":1}"#,
        #"{"apps":[{"topic":"a","categories":[{"id":"b","actions":[{"id":"c"}]}]}]}"#,
    ])
    func `a wrong request for a phone is refused, and makes none`(_ body: String) async throws {
        try await LabBench.run { bench in
            let answer = try await bench.send(.post, "/phones", json: body)
            #expect(answer.problem == "wrong-request")
            #expect(bench.lab.phones.isEmpty)
        }
    }

    @Test func `no request starts a program that the lab was not started with`() async throws {
        let program = LabExtension(executable: .init(filePath: "/bin/true"))
        try await LabBench.run(Lab(extensions: ["mine": program])) { bench in
            for name in ["/bin/true", "true", "../mine", ""] {
                let body = #"{"apps":[{"topic":"a","extension":"\#(name)"}]}"#
                let answer = try await bench.send(.post, "/phones", json: body)
                #expect(answer.problem == "wrong-request", "\(name)")
            }
            let phone = try await bench.makePhone(#","extension":"mine""#)
            let app = try await bench.get(phone.path)["apps"]?.elements?.first
            #expect(app?["extension"]?.string == "mine")
            var count = 1
            while count < PhoneList.extensionLimit {
                let apps = (0..<min(10, PhoneList.extensionLimit - count)).map {
                    #"{"topic":"a\#($0)","extension":"mine"}"#
                }
                count += apps.count
                let body = #"{"apps":[\#(apps.joined(separator: ","))]}"#
                #expect(try await bench.send(.post, "/phones", json: body).status == .created)
            }
            let one = #"{"apps":[{"topic":"a","extension":"mine"}]}"#
            let answer = try await bench.send(.post, "/phones", json: one)
            #expect(answer.problem == "too-many-phones")
        }
    }

    @Test func `the clock of a phone with a virtual one moves when it is told to`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone(phone: #","clock":"virtual""#)
            let start = try #require(try await bench.get(phone.path)["time"]?.integer)
            try await bench.send(.post, phone.path + "/clock", json: #"{"seconds":90}"#)
            #expect(try await bench.get(phone.path)["time"]?.integer == start + 90_000)
        }
    }
}
