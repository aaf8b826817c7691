// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    extension URL {
        /// The URL in a form in which `URLSession` of Linux takes an address of IPv6.
        ///
        /// `URLSession` holds the host without its brackets against that of libcurl, which has
        /// them, and so refuses every such address. If the host is percent-encoded with its
        /// brackets, both have them; libcurl connects to the same address, and sends the same
        /// `Host`.
        var withEncodedIPv6: URL {
            let text = absoluteString
            guard let host, let address = Self.shortest(host),
                let place = text.firstRange(of: "[\(host)]")
            else { return self }
            let encoded = "%5B" + address.replacing(":", with: "%3A") + "%5D"
            return URL(string: text.replacingCharacters(in: place, with: encoded)) ?? self
        }

        /// An address of IPv6 as libcurl writes it; nil for what is none.
        private static func shortest(_ host: String) -> String? {
            var address = in6_addr()
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            // Both outlive the calls, which are given their sizes.
            guard unsafe inet_pton(AF_INET6, host, &address) == 1,
                unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil
            else { return nil }
            let end = text.prefix { $0 != 0 }
            return String(decoding: end.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
#endif
