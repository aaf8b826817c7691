// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushExplanation
package import SealedPushLab

/// The page of the lab: `page.html`, `page.js` and `icon.svg` beside this file, which the build puts
/// into the program, with the style of `SealedPushExplanation/page.css`.
///
/// To change the page, edit those files and build. The page asks for nothing but these paths and
/// the lab's API; all that comes from pushes gets into it as text.
package enum LabPage {
    /// The page and what it needs.
    package static let assets = [
        LabSite.Asset(path: "/", type: "text/html; charset=utf-8", bytes: Array(markup.utf8)),
        LabSite.Asset(
            path: "/page.js",
            type: "text/javascript; charset=utf-8",
            bytes: PackageResources.page_js
        ),
        LabSite.Asset(
            path: "/favicon.ico",
            type: "image/svg+xml",
            bytes: PackageResources.icon_svg
        ),
    ]

    /// The policy of the page: its own script, its own style, pictures and answers of the lab.
    package static let policy = """
        default-src 'none'; script-src 'self'; style-src '\(PageStyle.hash)'; img-src 'self'; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    private static let markup = String(decoding: PackageResources.page_html, as: UTF8.self)
        .replacing("<style></style>", with: "<style>\(PageStyle.text)</style>")
}
