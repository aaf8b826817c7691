// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The folder that stands in the place of the app group's.
nonisolated enum Containers {
    static let folder = Mutex<URL?>(nil)
}

nonisolated extension FileManager {
    /// What Foundation lacks on Linux.
    func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        Containers.folder.withLock(\.self)
    }
}
