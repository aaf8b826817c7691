// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushAPNs

/// The server that a push is sent to.
struct ServiceOptions: ParsableArguments {
    @Flag(help: "Send to Apple's sandbox, for apps that Xcode installed, not to production.")
    var sandbox = false

    @Option(help: "Send to another server, such as one for tests.")
    var host: String?

    @Option(help: "The port: 443, or 2197 where a firewall lets through only that.")
    var port: UInt16?

    @Option(help: "A file with the certificates to trust, in PEM; without it the system's.")
    var root: InputFile?

    @Option(
        help: ArgumentHelp(
            "An HTTP proxy, http://user:password@host:port, or 'none'; else as https_proxy says.",
            valueName: "url"
        )
    )
    var proxy: String?

    func validate() throws {
        guard proxy == nil || proxy == "none" || proxy.flatMap(HTTPProxy.init(url:)) != nil else {
            throw ValidationError("--proxy is http://host:port, with user:password@ if need be")
        }
        guard !sandbox || host == nil else {
            throw ValidationError("--sandbox and --host are two servers")
        }
        guard port != 0 else { throw ValidationError("--port is 1 to 65535") }
    }

    /// A name or an address, which may have brackets.
    private static func name(of host: String) throws(CommandError) -> String {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let name = isBracketed ? String(host.dropFirst().dropLast()) : host
        let origin = WebOrigin(host: name.lowercased(), port: 443, isEncrypted: true)
        guard let origin else {
            throw .usage("the host of APNs is none", hint: "give a name or an address, and no URL")
        }
        return origin.host
    }

    /// Where a client sends to.
    func configuration() throws(CommandError) -> APNsConfiguration {
        var configuration =
            if let host {
                APNsConfiguration(host: try Self.name(of: host))
            } else {
                APNsConfiguration(sandbox ? .sandbox : .production)
            }
        if let port { configuration.port = Int(port) }
        configuration.proxy = try chosenProxy(for: configuration.host)
        if let root {
            let bytes = try root.read("root certificate", tooLarge: .usage)
            do throws(APNsError) {
                configuration.roots = try TrustedRoots(pem: bytes.span)
            } catch {
                throw .usage(
                    "the root certificate can't be used: \(error.message)",
                    hint: error.hint
                )
            }
        }
        return configuration
    }

    private func chosenProxy(for host: String) throws(CommandError) -> HTTPProxy? {
        if let proxy { return HTTPProxy(url: proxy) }
        switch HTTPProxy.inEnvironment(for: host) {
        case .none: return nil
        case .proxy(let proxy): return proxy
        case .unreadable:
            throw .usage("https_proxy or all_proxy is no URL of an HTTP proxy")
        }
    }
}
