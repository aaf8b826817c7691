// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPush
import SealedPushStore
import Synchronization
import TestSupport

@testable import SealedPushCommand

/// What many tests begin with: the command makes it once, and each test has a copy of its own.
enum Beginning {
    private static let images = Mutex<[String: FolderImage]>([:])

    /// Copies into `place` what `make` leaves in an empty one; `name` stands for all that it
    /// depends on.
    static func copy(
        _ name: String,
        to place: Workplace,
        madeBy make: (Workplace) throws -> Void
    ) throws {
        let image = try images.withLock { images in
            if let image = images[name] { return image }
            let image = try Self.image(madeBy: make)
            images[name] = image
            return image
        }
        try image.place(in: place.path)
    }

    private static func image(madeBy make: (Workplace) throws -> Void) throws -> FolderImage {
        let place = Workplace()
        try make(place)
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: place.path)
        where Running.files.contains(where: name.hasSuffix) {
            try files.removeItem(atPath: place.path(name))
        }
        // As of long ago: so nothing in it counts as old.
        return try FolderImage(of: place.path, on: POSIXFileSystem(), now: 0)
    }
}

/// The real time, which the command reads, too.
enum TimeOfTest {
    static var now: Timestamp { .now }
}
