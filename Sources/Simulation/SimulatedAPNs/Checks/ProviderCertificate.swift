// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushOpenSSL

/// What a provider's certificate says of who may push what; that it holds was found by TLS.
struct ProviderCertificate: Hashable {
    let topics: [String]
    /// None in a certificate that Apple did not make: a test's, which is for both.
    let environments: Set<PushEnvironment>
    /// When it serves, in seconds since 1970.
    let time: ClosedRange<Int64>

    init(topics: [String], environments: Set<PushEnvironment>, time: ClosedRange<Int64>) {
        self.topics = topics
        self.environments = environments
        self.time = time
    }

    /// Reads a certificate; one that ends before it begins serves at no time, and so for no topic.
    init(_ certificate: Certificate) {
        let (start, end) = (certificate.notBefore, certificate.notAfter)
        self.init(
            topics: start <= end ? certificate.pushTopics : [],
            environments: certificate.pushEnvironments,
            time: start...max(start, end)
        )
    }

    /// Decides whether its owner may push to `topic`.
    func check(
        for topic: String,
        in environment: PushEnvironment,
        at time: ServerTime
    ) throws(PushRefusal) {
        guard self.time.contains(Int64(time.seconds)), !topics.isEmpty else {
            throw PushRefusal(.badCertificate)
        }
        guard environments.isEmpty || environments.contains(environment) else {
            throw PushRefusal(.badCertificateEnvironment)
        }
        guard topics.contains(topic) else { throw PushRefusal(.topicDisallowed) }
    }
}
