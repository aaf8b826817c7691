// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The hosts that a certificate is for (RFC 9525, section 6): its subject alternative names say so
/// alone, never its common name.
extension Certificate {
    /// Whether it lists a DNS name, itself or by a wildcard that stands for one whole label.
    package func isFor(name: String) -> Bool {
        // With a dot in front, OpenSSL would take each name below it; it ignores a zero at the end.
        guard !name.hasPrefix("."), !name.utf8.contains(0) else { return false }
        let flags = X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS
        return unsafe lists { certificate in
            unsafe X509_check_host(certificate, name, name.utf8.count, UInt32(flags), nil)
        }
    }

    /// Whether it lists an address; `address` is one of IPv4 or IPv6 in its usual form.
    package func isFor(address: String) -> Bool {
        unsafe lists { unsafe X509_check_ip_asc($0, address, 0) }
    }

    private func lists(_ check: (OpaquePointer) -> Int32) -> Bool {
        guard let handle = try? handle() else { return false }
        defer { ERR_clear_error() }
        return unsafe handle.with { unsafe check($0) == 1 }
    }
}
