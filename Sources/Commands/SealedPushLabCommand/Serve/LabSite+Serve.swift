// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushLab

extension LabSite {
    /// What `serve` has beside phones and pushes.
    static var serve: LabSite {
        let page = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>SealedPush lab</title></head>
            <body><h1>SealedPush lab</h1>
            <p>The lab's REST is described in docs/lab.yaml. There is no password.</p></body></html>
            """
        return LabSite(
            assets: [
                Asset(path: "/", type: "text/html; charset=utf-8", bytes: Array(page.utf8)),
                Asset(path: "/page.js", type: "text/javascript; charset=utf-8", bytes: []),
                Asset(path: "/favicon.ico", type: "image/svg+xml", bytes: []),
            ],
            policy: "default-src 'none'",
            explain: { _, _ in nil },
            inspect: { _, _ throws(InspectionError) in throw InspectionError("not yet") }
        )
    }
}
