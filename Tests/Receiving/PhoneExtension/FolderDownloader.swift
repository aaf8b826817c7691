// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SealedPush
package import SealedPushReceiver
import SealedPushServiceExtension

/// Downloads from a folder in the place of a server, for extensions in processes of their own, too.
package struct FolderDownloader: AttachmentDownloader {
    /// What the URLs begin with; the name of the file follows.
    package static let server = "https://files.example.com/"
    /// A name that redirects to http.
    package static let redirected = "redirected"
    /// A name that is still on its way when time is up.
    package static let slow = "slow"
    /// A name on whose way more memory is taken than an extension has.
    package static let heavy = "heavy"

    /// The name of a file that comes to be when the slow one is asked for.
    package static let asked = "asked"

    private let folder: URL

    package init(_ folder: URL) {
        self.folder = folder
    }

    package func download(
        _ request: AttachmentRequest,
        to file: String
    ) async throws(AttachmentError) {
        let name = String(request.url.dropFirst(Self.server.count))
        guard name != Self.redirected else { throw .unavailable }
        if name == Self.slow {
            try? Data().write(to: folder.appending(path: Self.asked))
            try? await Task.sleep(for: .seconds(3600))
            throw .timedOut
        }
        if name == Self.heavy {
            // The half of it is there by then.
            let half = try? Data(contentsOf: folder.appending(path: name)).prefix(request.size / 2)
            try? half?.write(to: URL(filePath: file))
            let memory = [UInt8](repeating: 1, count: 40 << 20)
            try? await Task.sleep(for: .seconds(3600))
            withExtendedLifetime(memory) {}
        }
        do {
            let source = folder.appending(path: name)
            try FileManager.default.copyItem(at: source, to: URL(filePath: file))
        } catch {
            throw .unavailable
        }
    }
}

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
