// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// A check for leaks of objects, files and, on request, file descriptors.
///
///     await expectNothingLeaked { watch in
///         let device = SimulatedDevice(profile: profile) { watch.object(NotificationService()) }
///         _ = await device.deliver(payload: payload).report
///     }
public final class LeakWatch: Sendable {
    private struct Weak: @unchecked Sendable {
        // Read from any thread, which weak references allow, and never written again.
        weak var object: AnyObject?
    }

    private struct State {
        var objects: [Weak] = []
        var folders: [URL: Set<String>] = [:]
    }

    private let state = Mutex(State())
    private let descriptors: Set<String>?

    /// Creates a watch that begins now.
    ///
    /// - Parameter descriptors: Whether to watch the file descriptors of the whole process. Nothing
    ///   else, including other tests, may then open any at the same time.
    public init(descriptors: Bool = false) {
        self.descriptors = descriptors ? Self.openDescriptors() : nil
    }

    /// Watches an object, which should be released in the end, and returns it.
    public func object<Object: AnyObject>(_ object: Object) -> Object {
        let reference = Weak(object: object)
        state.withLock { $0.objects.append(reference) }
        return object
    }

    /// Watches a folder, in which no new files should remain in the end.
    public func folder(_ folder: URL) {
        let files = Self.files(in: folder)
        state.withLock { $0.folders[folder] = files }
    }

    /// The leaks at this moment.
    public var failures: [DeviceFailure] {
        let (objects, folders) = state.withLock { ($0.objects, $0.folders) }
        let living = objects.count { $0.object != nil }
        let files = folders.reduce(0) { count, folder in
            count + Self.files(in: folder.key).subtracting(folder.value).count
        }
        var failures: [DeviceFailure] = []
        if living > 0 { failures.append(.objectsLeft(living)) }
        if files > 0 { failures.append(.filesLeft(files)) }
        if let descriptors {
            let count = Self.openDescriptors().subtracting(descriptors).count
            if count > 0 { failures.append(.descriptorsLeft(count)) }
        }
        return failures
    }

    /// The leaks that remain after at most `patience` of real time.
    public func failures(within patience: Duration) async -> [DeviceFailure] {
        let end = ContinuousClock.now.advanced(by: patience)
        while ContinuousClock.now < end {
            guard !failures.isEmpty else { return [] }
            try? await Task.sleep(for: .milliseconds(1))
        }
        return failures
    }

    private static func files(in folder: URL) -> Set<String> {
        let files = FileManager.default.enumerator(atPath: folder.path)
        return Set((files?.allObjects ?? []).compactMap { $0 as? String })
    }

    private static func openDescriptors() -> Set<String> {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        // Reading the folder opened a descriptor as well, which is closed by now.
        return Set((names ?? []).filter { FileManager.default.isOpen($0) })
    }
}

extension FileManager {
    fileprivate func isOpen(_ descriptor: String) -> Bool {
        (try? destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) != nil
    }
}
