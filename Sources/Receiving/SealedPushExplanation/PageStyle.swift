// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The style of the lab's page and of files with an explanation: `page.css`, which the build puts
/// into the program.
package enum PageStyle {
    /// The style as CSS.
    package static let text = String(decoding: PackageResources.page_css, as: UTF8.self)

    /// The style's hash as a Content-Security-Policy names it, without the quotation marks.
    package static let hash: String = {
        let bytes = PackageResources.page_css
        return "sha256-" + Data(SHA256.hash(bytes.span)).base64EncodedString()
    }()
}
