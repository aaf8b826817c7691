// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// What App Transport Security allows an app, by `NSAppTransportSecurity` of its Info.plist.
///
/// Apple documents that addresses are not protected, and that names without a dot, and those in
/// `.local`, need `NSAllowsLocalNetworking`. So a server of a test is reached as `127.0.0.1`.
struct TransportSecurity: Sendable, Hashable {
    private let members: [String: PropertyList]

    init(_ dictionary: PropertyList) {
        members = dictionary.members
    }

    /// Whether a URL may be asked for; only plain http is ever stopped.
    func allows(_ url: String) -> Bool {
        let parts = URLComponents(string: url)
        guard let parts, ["http", "ws"].contains(parts.scheme?.lowercased()) else { return true }
        var host = (parts.host ?? "").lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty, !Self.isAddress(host) else { return true }
        if let exception = exception(for: host) { return exception }
        let isLocal = !host.contains(".") || host.hasSuffix(".local")
        if isLocal, isSet("NSAllowsLocalNetworking") { return true }
        // Since iOS 10 any of these makes the one for all loads count no more.
        let narrower = [
            "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent",
            "NSAllowsLocalNetworking",
        ]
        return isSet("NSAllowsArbitraryLoads") && !narrower.contains { members[$0] != nil }
    }

    /// What the closest of the exceptions that have this host says; nil where there is none.
    private func exception(for host: String) -> Bool? {
        let domains = members["NSExceptionDomains"]?.members ?? [:]
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        for start in labels.indices {
            let domain = labels[start...].joined(separator: ".")
            guard let settings = domains[domain]?.members,
                start == 0 || settings["NSIncludesSubdomains"]?.isTrue == true
            else { continue }
            let names = ["Exception", "TemporaryException", "ThirdPartyException"]
            return names.contains { settings["NS\($0)AllowsInsecureHTTPLoads"]?.isTrue == true }
        }
        return nil
    }

    private func isSet(_ name: String) -> Bool { members[name]?.isTrue == true }

    private static func isAddress(_ host: String) -> Bool {
        var bytes = in6_addr()
        let text = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        // A zone stands behind a percent sign.
        let address = String(text.prefix { $0 != "%" })
        return [AF_INET, AF_INET6].contains { unsafe inet_pton($0, address, &bytes) == 1 }
    }
}

extension PropertyList {
    fileprivate var members: [String: PropertyList] {
        if case .dictionary(let members) = self { members } else { [:] }
    }

    /// Whether it is true, or a text that Xcode takes for that.
    fileprivate var isTrue: Bool {
        switch self {
        case .boolean(let boolean): boolean
        case .integer(let integer): integer != 0
        case .string(let text): ["yes", "true", "1"].contains(text.lowercased())
        default: false
        }
    }
}
