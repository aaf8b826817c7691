// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

struct APNsAnswerTests {
    private func result(of answer: APNsAnswer) -> APNsResult {
        var generator = SeededGenerator(seed: 7)
        return answer.result(of: .sample, attempt: 1, using: &generator)
    }

    private func moment(_ milliseconds: UInt64) -> Timestamp {
        Timestamp(clamping: milliseconds)
    }

    @Test func `200 alone accepts`() {
        #expect(result(of: APNsAnswer(200)) == .accepted(.sample))
        for status in -1...700 where status != 200 {
            if case .accepted = result(of: APNsAnswer(status)) { Issue.record("\(status)") }
        }
    }

    @Test(arguments: [-5, 0, 99, 100, 201, 204, 299, 600, 700])
    func `a status that neither accepts nor refuses leaves open what became of the push`(
        _ status: Int
    ) {
        let result = result(of: APNsAnswer(status, #"{"reason":"BadTopic"}"#))
        #expect(result.cause == .unanswered)
        #expect((result.delay ?? .zero) >= .minutes(15))
    }

    @Test(arguments: [302, 418])
    func `a status that no server of APNs sends refuses`(_ status: Int) {
        let rejection = APNsRejection(status: status, body: APNsBody(reading: []))
        #expect(result(of: APNsAnswer(status)) == .rejected(rejection))
    }

    @Test(arguments: APNsReason.allCases)
    func `each reason has the result that its remedy names`(_ reason: APNsReason) {
        let rejection = APNsRejection(reason)
        #expect(rejection.reason == reason)
        let answer = APNsAnswer(reason.status, #"{"reason":"\#(reason.rawValue)"}"#)
        switch (result(of: answer), reason.remedy) {
        case (.retry(_, .refused(let told)), .time), (.retry(_, .refused(let told)), .connection),
            (.retry(_, .refused(let told)), .providerToken), (.rejected(let told), .correction),
            (.rejected(let told), .credentials):
            #expect(told == rejection)
        case (.rejected(let told), .never):
            #expect(told == rejection)
            #expect(reason.status != 410)
        case (.deviceGone, .never): #expect(reason.status == 410)
        default: Issue.record("\(reason.rawValue)")
        }
    }

    @Test(arguments: [
        (100, APNsReason.Remedy.correction), (302, .correction), (400, .correction),
        (403, .credentials),
        (404, .correction), (410, .never), (413, .never), (418, .correction), (429, .time),
        (500, .time), (502, .time), (599, .time), (600, .correction), (-5, .correction),
    ])
    func `without a reason the status decides`(_ status: Int, _ remedy: APNsReason.Remedy) {
        let rejection = APNsAnswer(status).rejection
        #expect(rejection?.remedy == remedy)
        #expect(rejection?.reason == nil)
        #expect(rejection?.text == nil)
    }

    @Test(arguments: [
        ("BadEnvironmentKeyIdInToken", 403, APNsReason.badEnvironmentKeyIDInToken),
        ("BadEnvironmentKeyInToken", 403, .badEnvironmentKeyIDInToken),
        ("ServiceUnavailable", 503, .serviceUnavailable),
        ("Service Unavailable", 503, .serviceUnavailable),
    ])
    func `a reason is known as Apple documents it, and as its servers were seen to write it`(
        _ text: String,
        _ status: Int,
        _ reason: APNsReason
    ) {
        #expect(APNsAnswer(status, #"{"reason":"\#(text)"}"#).rejection?.reason == reason)
    }

    @Test func `a reason with the status of another is kept as text and decides nothing`() {
        let rejection = APNsAnswer(503, #"{"reason":"BadDeviceToken"}"#).rejection
        #expect(rejection?.reason == nil)
        #expect(rejection?.text == "BadDeviceToken")
        #expect(rejection?.remedy == .time)
    }

    @Test func `an unknown reason is kept, short and in letters alone`() {
        let rejection = APNsAnswer(400, #"{"reason":"Bad\u001b[2JThing\n\u202eé"}"#).rejection
        #expect(rejection?.text == "Bad???JThing???")
        #expect(rejection?.remedy == .correction)
        let long = String(repeating: "x", count: 1000)
        #expect(APNsAnswer(400, #"{"reason":"\#(long)"}"#).rejection?.text?.count == 32)
    }

    @Test func `a device that is gone says since when, in milliseconds`() {
        let answer = APNsAnswer(410, #"{"reason":"Unregistered","timestamp":1437179036123}"#)
        #expect(result(of: answer) == .deviceGone(since: moment(1_437_179_036_123)))
    }

    @Test(arguments: [
        "-1", "1.5", "1e-3", "\"1437179036123\"", "null", "9007199254740992",
        "99999999999999999999999999",
    ])
    func `what is no timestamp is none`(_ number: String) {
        let answer = APNsAnswer(410, #"{"reason":"Unregistered","timestamp":\#(number)}"#)
        #expect(result(of: answer) == .deviceGone(since: nil))
    }

    @Test(arguments: [
        (400, "BadTopic", Bool?.some(true)), (400, "IdleTimeout", nil), (400, "", nil),
        (404, "New", nil), (410, "", true), (413, "", true), (429, "TooManyRequests", true),
        (429, "", nil), (403, "", false), (403, "ExpiredProviderToken", false), (500, "", nil),
        (200, "", true),
    ])
    func `credentials are taken where an answer accepts the push, or speaks of it`(
        _ status: Int,
        _ reason: String,
        _ isTaken: Bool?
    ) {
        let body = reason.isEmpty ? "" : #"{"reason":"\#(reason)"}"#
        #expect(APNsAnswer(status, body).hasTakenCredentials == isTaken)
    }

    @Test func `a device token is forgotten only where it was registered before it went`() {
        let gone = APNsResult.deviceGone(since: moment(1000))
        #expect(gone.isAddressDead(registered: moment(999)))
        #expect(!gone.isAddressDead(registered: moment(1000)))
        #expect(!gone.isAddressDead(registered: moment(1001)))
        #expect(!APNsResult.deviceGone(since: nil).isAddressDead(registered: moment(0)))
        #expect(!APNsResult.accepted(.sample).isAddressDead(registered: moment(0)))
        let rejected = APNsResult.rejected(APNsRejection(.badDeviceToken))
        #expect(!rejected.isAddressDead(registered: moment(0)))
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{}", "\"reason\"", #"{"reason":1}"#, #"{"reason":{}}"#,
        #"{"reason":"BadPath","reason":"BadPath"}"#, #"{"reason":"BadPath"}x"#,
        "\u{FEFF}" + #"{"reason":"BadPath"}"#, String(repeating: "[", count: 4000),
    ])
    func `a body that is none of APNs' says nothing`(_ text: String) {
        #expect(APNsAnswer(404, text).rejection?.text == nil)
    }

    @Test func `a body that is too long is not read`() {
        let reason = #"{"reason":"BadPath"}"#
        let room = APNsBody.byteLimit - reason.utf8.count
        let full = reason + String(repeating: " ", count: room)
        #expect(APNsAnswer(404, full).rejection?.reason == .badPath)
        #expect(APNsAnswer(404, full + " ").rejection?.text == nil)
    }

    @Test func `each result says in words what became of the push`() {
        #expect(result(of: APNsAnswer(200)).description == "accepted as \(APNsID.sample.text)")
        let late = APNsResult.retry(
            after: .seconds(60),
            because: .refused(APNsRejection(.tooManyRequests))
        )
        #expect(
            late.description
                == "not accepted yet, send again after 60 s: TooManyRequests (429): "
                + "\(APNsReason.tooManyRequests)"
        )
        #expect(result(of: APNsAnswer(410)).description.hasPrefix("the device is gone; "))
        #expect(
            result(of: APNsAnswer(400, #"{"reason":"New"}"#)).description
                == #"rejected: "New" (400): a reason that is not documented for this status"#
        )
        #expect(
            result(of: APNsAnswer(400)).description == "rejected: status 400 without a reason"
        )
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `hostile answers have a result like all others`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "reason", "\"reason\"", "timestamp",
            "\"Unregistered\"", "0", "-", "1e9", "9999999999999999999999", "\u{0}", "\u{202E}",
            #"{"reason":"Unregistered","timestamp":1437179036123}"#, #"{"reason":""#, "D83D",
        ]
        for _ in 0..<500 {
            var body: [UInt8] = []
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                body += Array((pieces.randomElement(using: &generator) ?? "").utf8)
            }
            if !body.isEmpty, Bool.random(using: &generator) {
                let place = Int.random(in: body.indices, using: &generator)
                body[place] = .random(in: .min ... .max, using: &generator)
            }
            let answer = APNsAnswer(
                status: Int.random(in: -1...700, using: &generator),
                header: pieces.randomElement(using: &generator),
                body: body,
                to: APNsRequest.sample().wire
            )
            let attempt = Int.random(in: .min ... .max, using: &generator)
            let result = answer.result(of: .sample, attempt: attempt, using: &generator)
            if let text = answer.body.text {
                #expect(
                    text.count <= 32 && text.allSatisfy { $0 == "?" || ($0.isASCII && $0.isLetter) }
                )
            }
            switch result {
            case .accepted: #expect(answer.status == 200)
            case .deviceGone: #expect(answer.status == 410)
            case .retry(let delay, _): #expect(.seconds(1)...(.hours(36)) ~= delay)
            case .rejected(let rejection): #expect(rejection.status == answer.status)
            }
        }
    }
}
