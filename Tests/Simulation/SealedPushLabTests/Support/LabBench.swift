// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OpenAPITestSupport
import SealedPushAPNs
import SealedPushCoding
import SealedPushExplanation
import Synchronization
import Testing

@testable import SealedPushLab
@testable import SimulatedAPNs

/// A lab whose push service is asked without a network.
final class LabBench: Sendable {
    static let app = "com.example.app"

    let lab: Lab
    private let service: BenchService
    private let client: any TestClientProtocol
    private let record: APIRecord

    private init(_ lab: Lab, _ client: any TestClientProtocol, _ record: APIRecord) {
        self.lab = lab
        self.client = client
        self.record = record
        service = BenchService(environment: lab.environment)
    }

    static func run(
        _ lab: Lab = Lab(),
        hosts: [String] = ["localhost", "127.0.0.1", "[::1]"],
        playground: (any LabPlayground)? = nil,
        record: APIRecord = APIRecord(APIDocument.lab),
        _ body: @escaping @Sendable (LabBench) async throws -> Void
    ) async throws {
        let api = LabAPI(lab, site(playground), hosts: hosts)
        try await Application(router: api.router()).test(.router) { client in
            let bench = LabBench(lab, client, record)
            lab.begin(with: bench.service, access)
            try await body(bench)
            lab.end()
        }
    }

    static let access = LabAccess(
        url: "https://localhost:2197",
        environment: .production,
        root: "root",
        key: nil,
        keyID: "LABKEY0001",
        teamID: "LABTEAM001",
        files: ["root": "root.pem", "certificate": "client.p12", "certificatePEM": "client.pem"]
    )

    static func site(_ playground: (any LabPlayground)? = nil) -> LabSite {
        LabSite(
            assets: [
                .init(path: "/", type: "text/html; charset=utf-8", bytes: Array("page".utf8)),
                .init(path: "/page.js", type: "text/javascript; charset=utf-8", bytes: [1]),
                .init(path: "/favicon.ico", type: "image/svg+xml", bytes: [2]),
            ],
            policy: "default-src 'none'",
            explain: { payload, _ in
                let explanation = PushExplanation(of: payload)
                return explanation.isSealed
                    ? JSONWriter.object { explanation.write(to: &$0) } : nil
            },
            inspect: { pasted, _ throws(LabSite.InspectionError) in
                guard !pasted.isEmpty else { throw LabSite.InspectionError("it is empty") }
                let explanation = PushExplanation(of: pasted)
                return JSONWriter.object { explanation.write(to: &$0) }
            },
            playground: playground
        )
    }

    // MARK: - Requests

    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ headers: HTTPFields = [:],
        body: [UInt8] = []
    ) async throws -> TestResponse {
        let response = try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: body.isEmpty ? nil : ByteBuffer(bytes: body)
        )
        try record.note(response, to: method, path, headers, body)
        return response
    }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        json: String
    ) async throws -> TestResponse {
        try await send(
            method,
            path,
            [.contentType: "application/json"],
            body: Array(json.utf8)
        )
    }

    func get(_ path: String) async throws -> JSONValue {
        try #require(try await send(.get, path).json)
    }

    /// Makes a phone with one app; `more` are further members of the app.
    func makePhone(_ more: String = "", phone: String = "") async throws -> BenchPhone {
        let answer = try await send(
            .post,
            "/phones",
            json: #"{"apps":[{"topic":"\#(Self.app)"\#(more)}]\#(phone)}"#
        )
        let json = try #require(answer.json)
        return BenchPhone(
            path: try #require(answer.headers[.location]),
            id: try #require(json["id"]?.string),
            token: try #require(json["apps"]?.elements?.first?["token"]?.string)
        )
    }

    // MARK: - Pushes

    /// Pushes as the owner of a certificate.
    @discardableResult
    func push(
        _ payload: String,
        to token: String,
        topic: String = LabBench.app,
        _ fields: [(name: String, value: String)] = []
    ) -> PushRecord {
        let request = PushRequest(
            path: "/3/device/\(token)",
            fields: [(name: "apns-topic", value: topic)] + fields,
            body: Array(payload.utf8)
        )
        let record = service.take(request)
        lab.take(record)
        return record
    }
}

/// A phone of a lab.
struct BenchPhone: Sendable {
    let path: String
    let id: String
    let token: String
}

/// A push service without a network.
final class BenchService: LabPushService {
    private let state: Mutex<(ServerState, ConnectionState, stream: Int)>

    init(environment: PushEnvironment) {
        let server = ServerState(
            directory: APNsDirectory(environment: environment),
            streamLimit: 1000,
            journalLimit: 1
        )
        let certificate = ProviderCertificate(
            topics: [LabBench.app, "com.example.other"],
            environments: [],
            time: 0...Int64.max
        )
        state = Mutex((server, server.connection(1, certificate: certificate), 1))
    }

    func changeDirectory(_ change: (inout APNsDirectory) -> Void) {
        state.withLock { change(&$0.0.directory) }
    }

    func play(_ script: FaultScript) { state.withLock { $0.0.play(script) } }

    func take(_ request: PushRequest) -> PushRecord {
        state.withLock { state in
            state.stream += 2
            let response = state.0.take(request, on: state.stream, of: &state.1, at: .present)
            guard let record = response.record else { preconditionFailure("no record") }
            return record
        }
    }
}
