// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Reads the heads of requests by RFC 9112, before HTTP's shared types leave out the version and
/// the authority of a target.
///
/// Nothing is read after a head that is not clear.
final class HeadRule: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isUnclear = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isUnclear else { return }
        guard case .head(let head) = unwrapInboundIn(data) else {
            return context.fireChannelRead(data)
        }
        guard let head = head.clear else {
            isUnclear = true
            return context.fireErrorCaught(HTTPParserError.unknown)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

extension HTTPRequestHead {
    /// The head with a target that is a path; nil if it may be read in two ways, or is none.
    var clear: HTTPRequestHead? {
        guard version == .http1_1 || version == .http1_0, let target else { return nil }
        let isOld = version == .http1_0
        // RFC 9112, section 3.2: one host in HTTP/1.1, and never two.
        let hosts = headers["Host"]
        guard hosts.count == 1 || isOld && hosts.isEmpty,
            hosts.allSatisfy({ $0[...].trimmed.isAuthority })
        else { return nil }
        // RFC 9112, section 6.1: a coding that every server knows, and none in HTTP/1.0.
        // The parser reads another one as no coding.
        let codings = headers["Transfer-Encoding"]
        guard
            codings.isEmpty
                || codings.map({ $0.lowercased() }) == ["chunked"] && !isOld
                    && !headers.contains(name: "Content-Length")
        else { return nil }
        var head = self
        head.uri = target
        // RFC 9110, section 10.1.1.
        if isOld { head.headers.remove(name: "Expect") }
        // RFC 9112, section 9.3; the server compares the whole value.
        let options =
            headers[canonicalForm: "Connection"] + headers[canonicalForm: "Proxy-Connection"]
        // Another protocol is not taken (RFC 9110, section 7.8), and the parser reads nothing behind
        // a request that offers one.
        let isLast = isOld || headers.contains(name: "Upgrade")
        head.headers.remove(name: "Upgrade")
        if isLast || options.contains(where: { $0.lowercased() == "close" }) {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        return head
    }

    /// The target as a path with its query, or `*`, if it is of a form that a server takes from
    /// this method (RFC 9112, section 3.2).
    private var target: String? {
        guard method != .CONNECT, !uri.utf8.contains(UInt8(ascii: "#")) else { return nil }
        if uri.hasPrefix("/") || uri == "*" && method == .OPTIONS { return uri }
        guard let scheme = uri.firstRange(of: "://"),
            ["http", "https"].contains(uri[..<scheme.lowerBound].lowercased())
        else { return nil }
        let authority = uri[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        // RFC 9110, sections 4.2.1 and 4.2.4: neither without a host nor with a user.
        guard authority.isAuthority else { return nil }
        let path = uri[authority.endIndex...]
        // RFC 9112, section 3.2.4.
        if path.isEmpty, method == .OPTIONS { return "*" }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }
}

extension StringProtocol {
    /// Whether it is a host, which is not empty, and perhaps a port (RFC 9110, section 7.2).
    fileprivate var isAuthority: Bool {
        var rest = Array(utf8)[...]
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end > 1,
                rest[1..<end].allSatisfy(\.isOfIPv6),
                let address = String(validating: rest[1..<end], as: UTF8.self),
                (try? SocketAddress(ipAddress: address, port: 0)) != nil
            else { return false }
            rest = rest[(end + 1)...]
        } else {
            let host = rest.prefix(while: \.isOfName)
            guard !host.isEmpty, host.hasWholeCodes else { return false }
            rest = rest.dropFirst(host.count)
        }
        return rest.isEmpty
            || rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(\.isDigit)
    }
}

extension ArraySlice<UInt8> {
    /// Whether two hexadecimal digits stand behind each percent sign.
    fileprivate var hasWholeCodes: Bool {
        split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
            .allSatisfy { $0.count >= 2 && $0.prefix(2).allSatisfy(\.isHexDigit) }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

    fileprivate var isHexDigit: Bool {
        isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }

    fileprivate var isOfIPv6: Bool {
        isHexDigit || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
    }

    /// Whether it may stand in a name (RFC 3986, section 3.2.2).
    fileprivate var isOfName: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~%!$&'()*+,;=".utf8.contains(self)
        }
    }
}
