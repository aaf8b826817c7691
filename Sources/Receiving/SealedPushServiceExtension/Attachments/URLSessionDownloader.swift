// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
public import SealedPush
public import SealedPushReceiver

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Downloads encrypted files with `URLSession`, over https alone.
///
/// It sends no cookie and no credential, caches nothing, and writes to a file as bytes arrive.
///
/// It refuses a redirect to a URL that fails the check of the first one, a sixth redirect,
/// and any answer but 200. It stops if more bytes arrive than the file has, and at once if
/// its task is cancelled. In Low Data Mode it downloads nothing.
public struct URLSessionDownloader: AttachmentDownloader {
    /// By which kind of task a file is fetched.
    package enum Kind: CaseIterable, Sendable {
        /// A download task, which gives its file when it is whole.
        case download
        /// A data task, whose pieces are written as they come.
        case data

        /// On Linux a download task would leave its file in the folder for temporary files, for
        /// everybody to read, unless it comes to its end, and stop the program if there is no
        /// room for it.
        #if canImport(FoundationNetworking)
            package static let usual = data
        #else
            package static let usual = download
        #endif
    }

    private let schemes: Set<String>
    private let kind: Kind

    /// A downloader.
    public init() {
        self.init(schemes: ["https"])
    }

    /// A downloader for tests, whose server speaks without TLS.
    package init(schemes: Set<String>, kind: Kind = .usual) {
        self.schemes = schemes
        self.kind = kind
    }

    /// Downloads a file.
    public func download(
        _ request: AttachmentRequest,
        to file: String
    ) async throws(AttachmentError) {
        guard let url = URL(string: request.url) else { throw .malformedReference }
        let transfer = FileTransfer(of: request, to: file, schemes: schemes)
        try transfer.check(url)
        let session = URLSession(
            configuration: Self.configuration,
            delegate: transfer,
            delegateQueue: TransferQueue()
        )
        // It keeps its delegate until then.
        defer { session.finishTasksAndInvalidate() }
        var urlRequest = URLRequest(url: url)
        // The file as it was uploaded, byte for byte.
        urlRequest.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        #if canImport(Darwin)
            urlRequest.allowsExpensiveNetworkAccess = request.allowsExpensiveNetwork
        #endif
        let task =
            switch kind {
            case .download: session.downloadTask(with: urlRequest)
            case .data: session.dataTask(with: urlRequest)
            }
        try await transfer.run(task).get()
    }

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The task that waits says how long that may be.
        configuration.timeoutIntervalForRequest = 3600
        #if canImport(Darwin)
            configuration.allowsConstrainedNetworkAccess = false
        #endif
        return configuration
    }
}

/// Where a session tells its delegate what came: one call after the other, and a few of them
/// waiting at the most.
///
/// On Linux a session reads on from the network whether or not its delegate keeps up, and what
/// waits is in memory. There the call that adds to the queue is the session's own, so that it reads
/// no further while this waits.
package final class TransferQueue: OperationQueue,
    @unchecked Sendable /* a semaphore, which threads share */
{
    private let room = DispatchSemaphore(value: 8)

    package override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    #if canImport(FoundationNetworking)
        package override func addOperation(_ block: @escaping @Sendable () -> Void) {
            room.wait()
            super.addOperation { [room] in
                block()
                room.signal()
            }
        }
    #endif
}
