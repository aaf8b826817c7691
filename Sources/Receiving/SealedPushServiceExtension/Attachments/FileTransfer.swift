// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushReceiver
import SealedPushStore
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One download, as the session tells of it.
final class FileTransfer: NSObject, Sendable {
    private struct State {
        var failure: AttachmentError?
        var redirects = 0
        /// How many bytes are in the file; nil as long as there is none.
        var count: Int?
        var continuation: CheckedContinuation<Result<Void, AttachmentError>, Never>?
    }

    /// How often a server may send us on.
    private static let redirectLimit = 5

    private let request: AttachmentRequest
    private let file: String
    private var size: Int { request.size }
    private let files = POSIXFileSystem()
    private let state = Mutex(State())
    private let schemes: Set<String>

    init(of request: AttachmentRequest, to file: String, schemes: Set<String>) {
        self.request = request
        self.file = file
        self.schemes = schemes
    }

    /// Checks a URL before it is asked; the scheme may be in capitals.
    func check(_ url: URL) throws(AttachmentError) {
        guard let scheme = url.scheme, schemes.contains(scheme.lowercased()) else {
            throw .malformedReference
        }
        try request.check("https" + url.absoluteString.dropFirst(scheme.count))
    }

    /// Waits for the end of the task; cancelled, it is cancelled.
    func run(_ task: URLSessionTask) async -> Result<Void, AttachmentError> {
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
            fail(.timedOut)
            // The session tells the end of a task that is cancelled, also of one that was not
            // resumed.
            task.cancel()
        }
    }

    /// Notes why nothing comes of it, the first reason, and ends a task that goes on.
    private func fail(_ error: AttachmentError, ending task: URLSessionTask? = nil) {
        state.withLock { $0.failure = $0.failure ?? error }
        // Not from a call of the session's, which may wait for the end of that call.
        if let task { DispatchQueue.global().async { task.cancel() } }
    }

    private var isUnderWay: Bool { state.withLock { $0.failure == nil } }
}

extension FileTransfer: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let redirects = state.withLock { state in
            state.redirects += 1
            return state.redirects
        }
        do throws(AttachmentError) {
            guard let url = request.url, redirects <= Self.redirectLimit else { throw .unavailable }
            try check(url)
            completionHandler(request)
        } catch {
            completionHandler(nil)
            fail(error == .addressNotAllowed ? error : .unavailable, ending: task)
        }
    }

    /// TLS verification is left to the system; no credential is sent to any server.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(Darwin)
            let method = challenge.protectionSpace.authenticationMethod
            guard method != NSURLAuthenticationMethodServerTrust else {
                return completionHandler(.performDefaultHandling, nil)
            }
        #endif
        DispatchQueue.global().async { completionHandler(.rejectProtectionSpace, nil) }
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
                } else if let count = state.count, error == nil {
                    count == size ? .success(()) : .failure(.wrongFile)
                } else {
                    .failure(.unavailable)
                }
            return (state.continuation.take(), result)
        }
        continuation?.resume(returning: result)
    }
}

extension FileTransfer: URLSessionDownloadDelegate {
    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        guard max(totalBytesWritten, totalBytesExpectedToWrite) > Int64(size) else { return }
        fail(.wrongFile, ending: downloadTask)
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        // The system does that, and not everywhere.
        defer { try? FileManager.default.removeItem(at: location) }
        guard isUnderWay else { return }
        guard downloadTask.response?.isWhole ?? false else { return fail(.unavailable) }
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: location.path)
            guard (attributes[.size] as? NSNumber)?.intValue == size else {
                return fail(.wrongFile)
            }
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600],
                ofItemAtPath: location.path
            )
            try FileManager.default.moveItem(at: location, to: URL(filePath: file))
            state.withLock { $0.count = size }
        } catch {
            fail(.storageUnavailable)
        }
    }
}

extension FileTransfer: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        // If it is not allowed the session may go on all the same.
        defer { completionHandler(.allow) }
        guard response.isWhole else { return fail(.unavailable, ending: dataTask) }
        guard response.expectedContentLength <= Int64(size) else {
            return fail(.wrongFile, ending: dataTask)
        }
        do throws(FileError) {
            try files.create(file, contents: Span())
            state.withLock { $0.count = 0 }
        } catch {
            fail(.storageUnavailable, ending: dataTask)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive data: Data
    ) {
        guard isUnderWay, let count = state.withLock(\.count) else { return }
        guard data.count <= size - count else { return fail(.wrongFile, ending: dataTask) }
        do throws(FileError) {
            try files.append(data.span, to: file)
            state.withLock { $0.count = count + data.count }
        } catch {
            fail(.storageUnavailable, ending: dataTask)
        }
    }
}

extension URLResponse {
    /// Whether it is the whole file, and not a part, a page that tells of an error, or one from
    /// somewhere else.
    fileprivate var isWhole: Bool { (self as? HTTPURLResponse)?.statusCode == 200 }
}
