// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
public import SealedPushCoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An HTTP proxy that a client's connections go through, by CONNECT (RFC 9110, section 9.3.6).
///
/// It sees the name of the server and nothing else, as TLS is with the server.
public struct HTTPProxy: Hashable, Sendable {
    /// Its name or address.
    public let host: String
    /// Its port.
    public let port: Int
    /// `Proxy-Authorization`; nil if the proxy asks for none.
    private let authorization: String?

    /// Takes a proxy, with a name and a password if it asks for them (Basic, RFC 7617).
    public init(host: String, port: Int, user: String? = nil, password: String = "") {
        self.host = host
        self.port = port
        authorization = user.map {
            "Basic " + Data("\($0):\(password)".utf8).base64EncodedString()
        }
    }

    /// Reads a URL such as `http://user:password@proxy.example:3128`; nil for one of another kind.
    ///
    /// User and password are percent-encoded; both may be left out. The port is 3128 unless told.
    public init?(url text: String) {
        guard let url = URL(string: text), url.scheme?.lowercased() == "http",
            let host = url.host(percentEncoded: false), !host.isEmpty,
            ["", "/"].contains(url.path()), url.query() == nil
        else { return nil }
        let port = url.port ?? 3128
        let user = url.user(percentEncoded: false)
        guard (1...65_535).contains(port), user?.contains(":") != true else { return nil }
        let password = url.password(percentEncoded: false) ?? ""
        self.init(host: host, port: port, user: user, password: password)
    }

    /// The headers of a request for a way to a server.
    func headers(toReach server: APNsConfiguration) -> HTTPHeaders {
        var headers = HTTPHeaders([("Host", "\(server.uriHost):\(server.port)")])
        if let authorization { headers.add(name: "Proxy-Authorization", value: authorization) }
        return headers
    }
}

extension HTTPProxy {
    /// The proxy for a server by the environment.
    public enum Choice: Hashable, Sendable {
        /// There is none, or none for this server.
        case none
        /// This one.
        case proxy(HTTPProxy)
        /// The variable is no URL of an HTTP proxy.
        case unreadable
    }

    /// Looks for a proxy in the usual variables: `https_proxy`, then `all_proxy`, each also in
    /// upper case, unless `no_proxy` names the server or that is this machine.
    ///
    /// `no_proxy` is a list with commas or spaces: names, with all that end in them behind a dot,
    /// addresses, or `*` for every server.
    ///
    /// - Parameters:
    ///   - host: The server.
    ///   - environment: The variables; those of the process unless told.
    /// - Returns: The first that is set and not empty.
    public static func inEnvironment(
        for host: String,
        _ environment: [String: String]? = nil
    ) -> Choice {
        let environment = environment ?? ProcessInfo.processInfo.environment
        func value(_ name: String) -> String? {
            [name, name.uppercased()].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        guard let text = value("https_proxy") ?? value("all_proxy") else { return .none }
        let exceptions = (value("no_proxy") ?? "").lowercased()
            .split { $0 == "," || $0.isWhitespace }
        let name = host.lowercased()
        guard name != "localhost", name != "::1", !name.hasPrefix("127.") else { return .none }
        let isExcepted = exceptions.contains { exception in
            let suffix = exception.hasPrefix(".") ? exception.dropFirst() : exception
            return suffix == "*" || name == suffix || name.hasSuffix("." + suffix)
        }
        guard !isExcepted else { return .none }
        return HTTPProxy(url: text).map { .proxy($0) } ?? .unreadable
    }
}

extension HTTPProxy: Redacted {
    /// The name and the port, without credentials.
    public var description: String { "HTTPProxy \(host):\(port)" }
}
