// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import SealedPushServiceExtension

/// Downloads by `URLSession` from a server on this machine, which speaks without TLS and has the files of the other one.
struct LoopbackDownloader: AttachmentDownloader {
    let port: String

    func download(
        _ url: String,
        to file: String,
        size: Int
    ) async throws(AttachmentError) {
        try await URLSessionDownloader(schemes: ["http"]).download(
            "http://127.0.0.1:\(port)/" + url.dropFirst(FolderDownloader.server.count),
            to: file,
            size: size
        )
    }
}
