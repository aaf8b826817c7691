// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushOpenSSL
import TestSupport
import Testing

@testable import SimulatedAPNs

struct CertificateTests {
    private func certificate(userID: String? = "com.example.app") throws -> ProviderCertificate {
        let authority = try CertificateAuthority(
            named: "Tests",
            from: Int64(Desk.start),
            until: Int64(Desk.start + 1000)
        )
        let identity = try authority.identity(named: "provider", userID: userID)
        return ProviderCertificate(identity.certificate)
    }

    @Test func `a certificate's topic is that of its pushes`() throws {
        var desk = try Desk()
        desk.connection = ConnectionRules(certificate: try certificate())
        #expect(desk.connection.streamLimit(full: 1000) == 1000)
        var draft = Draft()
        #expect(desk.refusal(of: draft) == nil)
        draft["apns-topic"] = nil
        #expect(try desk.push(draft).topic == "com.example.app")
        try desk.register(DeviceRegistration(of: "com.example.other", on: "phone"))
        draft["apns-topic"] = "com.example.other"
        #expect(desk.refusal(of: draft)?.reason == .topicDisallowed)
    }

    @Test(arguments: [false, true])
    func `after a refusal there is one stream also with a certificate, by what was observed`(
        _ isObserved: Bool
    ) throws {
        var desk = try Desk()
        desk.connection = ConnectionRules(
            certificate: try certificate(),
            fallsAtAnyRefusal: isObserved
        )
        #expect(desk.connection.streamLimit(full: 1000) == 1000)
        var draft = Draft()
        draft.body = []
        #expect(desk.refusal(of: draft)?.reason == .payloadEmpty)
        #expect(desk.connection.streamLimit(full: 1000) == (isObserved ? 1 : 1000))
        #expect(desk.refusal(of: Draft()) == nil)
        #expect(desk.connection.streamLimit(full: 1000) == 1000)
    }

    @Test func `a certificate serves for its time`() throws {
        var desk = try Desk()
        desk.connection = ConnectionRules(certificate: try certificate())
        for (offset, reason) in [
            (-1, APNsReason?.some(.badCertificate)), (0, nil), (1000, nil), (1001, .badCertificate),
        ] {
            desk.seconds = Desk.start + offset
            #expect(desk.refusal(of: Draft())?.reason == reason)
        }
    }

    @Test func `a certificate that is not for pushes is refused`() throws {
        var desk = try Desk()
        desk.connection = ConnectionRules(certificate: try certificate(userID: nil))
        #expect(desk.refusal(of: Draft())?.reason == .badCertificate)
        #expect(desk.connection.defaultTopic == nil)
    }

    @Test(arguments: [
        ([], APNsReason?.none), ([PushEnvironment.sandbox, .production], nil),
        ([.production], nil), ([.sandbox], .badCertificateEnvironment),
    ])
    func `a certificate is for the environments that it names`(
        _ environments: [PushEnvironment],
        _ reason: APNsReason?
    ) throws {
        var desk = try Desk()
        let time = Int64(Desk.start)
        desk.connection = ConnectionRules(
            certificate: ProviderCertificate(
                topics: ["com.example.app"],
                environments: Set(environments),
                time: time...time
            )
        )
        #expect(desk.refusal(of: Draft())?.reason == reason)
    }

    @Test func `a certificate of Apple's form names its topics`() throws {
        let file = try Repository.read("Tests/Sending/SealedPushOpenSSLTests/Samples/push.pem")
        let certificate = ProviderCertificate(try Certificate.all(in: file.span)[0])
        #expect(certificate.topics == ["com.example.app", "com.example.app.voip"])
        #expect(certificate.environments == [.sandbox, .production])
        // It is for two, so a push has to say which.
        #expect(ConnectionRules(certificate: certificate).defaultTopic == nil)
    }
}
