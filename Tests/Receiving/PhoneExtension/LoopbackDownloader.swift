// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import SealedPushServiceExtension

/// Downloads by `URLSession` from a server on this machine, which speaks without TLS and has the
/// files of the other one.
struct LoopbackDownloader: AttachmentDownloader {
    let port: String

    func download(
        _ request: AttachmentRequest,
        to file: String
    ) async throws(AttachmentError) {
        let path = request.url.dropFirst(FolderDownloader.server.count)
        let local = AttachmentRequest(
            url: "http://127.0.0.1:\(port)/" + path,
            size: request.size,
            allowsPrivateAddresses: true
        )
        try await URLSessionDownloader(schemes: ["http"]).download(local, to: file)
    }
}
