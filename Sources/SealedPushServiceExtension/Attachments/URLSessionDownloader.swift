// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SealedPush
public import SealedPushReceiver
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches encrypted files by `URLSession`: https alone, without cookies, credentials and caches, in a file and not in memory.
///
/// A redirect to anything but https is refused, and what has more bytes than it should is given up. How long it may take
/// says the task: cancelled, the download ends at once.
public struct URLSessionDownloader: AttachmentDownloader {
    private let schemes: Set<String>

    /// A downloader.
    public init() {
        self.init(schemes: ["https"])
    }

    /// A downloader for tests, whose server speaks without TLS.
    package init(schemes: Set<String>) {
        self.schemes = schemes
    }

    /// Downloads a file.
    public func download(
        _ url: String,
        to file: String,
        size: Int
    ) async throws(AttachmentError) {
        guard let url = URL(string: url), let scheme = url.scheme, schemes.contains(scheme) else {
            throw .urlRefused
        }
        let transfer = FileTransfer(to: URL(filePath: file), size: size, schemes: schemes)
        let session = URLSession(
            configuration: Self.configuration,
            delegate: transfer,
            delegateQueue: nil
        )
        // It keeps its delegate until then.
        defer { session.finishTasksAndInvalidate() }
        try await transfer.run(session.downloadTask(with: url)).get()
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
        return configuration
    }
}

/// One download, as the session tells of it.
private final class FileTransfer: NSObject, URLSessionDownloadDelegate, Sendable {
    private struct State {
        var failure: AttachmentError?
        var isThere = false
        var continuation: CheckedContinuation<Result<Void, AttachmentError>, Never>?
    }

    private let file: URL
    private let size: Int
    private let schemes: Set<String>
    private let state = Mutex(State())

    init(to file: URL, size: Int, schemes: Set<String>) {
        self.file = file
        self.size = size
        self.schemes = schemes
    }

    /// Waits for the end of the task; cancelled, it is cancelled.
    func run(_ task: URLSessionDownloadTask) async -> Result<Void, AttachmentError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let failure = state.withLock { state in
                    if state.failure == nil { state.continuation = continuation }
                    return state.failure
                }
                // Cancelled before it began.
                if let failure { return continuation.resume(returning: .failure(failure)) }
                task.resume()
            }
        } onCancel: {
            fail(.late)
            task.cancel()
        }
    }

    /// Notes why nothing comes of it; the first reason counts.
    private func fail(_ error: AttachmentError) {
        state.withLock { $0.failure = $0.failure ?? error }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let scheme = request.url?.scheme, schemes.contains(scheme) else {
            fail(.insecureRedirect)
            completionHandler(nil)
            task.cancel()
            return
        }
        completionHandler(request)
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        guard max(totalBytesWritten, totalBytesExpectedToWrite) > Int64(size) else { return }
        fail(.wrongSize)
        downloadTask.cancel()
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        guard (downloadTask.response as? HTTPURLResponse)?.statusCode == 200 else {
            return fail(.unavailable)
        }
        guard state.withLock({ $0.failure == nil }) else { return }
        do {
            try FileManager.default.moveItem(at: location, to: file)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600],
                ofItemAtPath: file.path
            )
            state.withLock { $0.isThere = true }
        } catch {
            fail(.storageUnavailable)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let (continuation, result) = state.withLock { state in
            let result: Result<Void, AttachmentError> =
                if let failure = state.failure {
                    .failure(failure)
                } else if state.isThere, error == nil {
                    .success(())
                } else {
                    .failure(.unavailable)
                }
            return (state.continuation.take(), result)
        }
        continuation?.resume(returning: result)
    }
}
