// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import UserNotifications

/// The Info.plist of the service extension: what `Bundle.main` says in it, and which connections
/// App Transport Security allows.
///
///     profile.info = try InfoPlist(contentsOf: file)
///
/// What Xcode adds is added here, if the file lacks it: the identifier, `com.example.app` with
/// `.NotificationService` behind it, versions, name and kind. So are the values of Xcode's
/// variables, such as `$(PRODUCT_BUNDLE_IDENTIFIER)`; others stay as they are.
public struct InfoPlist: Sendable, Hashable, Codable {
    /// What the file holds.
    private(set) var values: [String: PropertyList] = [:]

    /// Creates the one of a new extension, under which plain http is not allowed.
    public init() {}

    /// Reads a file.
    ///
    /// - Throws: Foundation's error if the file can't be read, or holds no property list of keys.
    public init(contentsOf file: URL) throws {
        let data = try Data(contentsOf: file)
        let object = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        guard case .dictionary(let values) = PropertyList(object) else {
            throw CocoaError(.propertyListReadCorrupt)
        }
        self.values = values
    }

    /// The values for the extension of an app, complete.
    func complete(for app: String) -> InfoPlist {
        let name = "NotificationService"
        let variables = [
            "PRODUCT_BUNDLE_IDENTIFIER": "\(app).\(name)", "PRODUCT_NAME": name,
            "EXECUTABLE_NAME": name, "TARGET_NAME": name, "PRODUCT_MODULE_NAME": name,
            "PRODUCT_BUNDLE_PACKAGE_TYPE": "XPC!", "MARKETING_VERSION": "1.0",
            "CURRENT_PROJECT_VERSION": "1", "DEVELOPMENT_LANGUAGE": "en",
        ]
        let added: [String: PropertyList] = [
            "CFBundleIdentifier": .string("\(app).\(name)"), "CFBundleName": .string(name),
            "CFBundleDisplayName": .string(name), "CFBundleExecutable": .string(name),
            "CFBundlePackageType": .string("XPC!"), "CFBundleInfoDictionaryVersion": .string("6.0"),
            "CFBundleShortVersionString": .string("1.0"), "CFBundleVersion": .string("1"),
            "CFBundleDevelopmentRegion": .string("en"),
            "NSExtension": .dictionary([
                "NSExtensionPointIdentifier": .string("com.apple.usernotifications.service")
            ]),
        ]
        var whole = self
        whole.values = added.merging(values.mapValues { $0.filling(variables) }) { $1 }
        return whole
    }

    /// What the file says of connections.
    var transportSecurity: TransportSecurity {
        TransportSecurity(values["NSAppTransportSecurity"] ?? .dictionary([:]))
    }
}

extension PropertyList {
    /// The same with the values of variables in its texts.
    fileprivate func filling(_ variables: [String: String]) -> PropertyList {
        switch self {
        case .string(var text):
            for (name, value) in variables {
                for variable in ["$(\(name))", "${\(name)}"] {
                    text = text.replacingOccurrences(of: variable, with: value)
                }
            }
            return .string(text)
        case .array(let array): return .array(array.map { $0.filling(variables) })
        case .dictionary(let members):
            return .dictionary(members.mapValues { $0.filling(variables) })
        default: return self
        }
    }
}

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
