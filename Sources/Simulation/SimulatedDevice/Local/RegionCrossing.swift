// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation

/// The edge of a region that a device goes over.
enum RegionCrossing: Hashable {
    case entering
    case leaving

    /// The crossing on the way from one place to another; nil where there is none.
    ///
    /// A device whose place was not known comes from outside.
    init?(
        _ region: CLRegion.Values,
        from old: CLLocationCoordinate2D?,
        to new: CLLocationCoordinate2D
    ) {
        switch (old.map { region.contains($0) } ?? false, region.contains(new)) {
        case (false, true): self = .entering
        case (true, false): self = .leaving
        default: return nil
        }
    }

    /// Whether the region wants to be told.
    func counts(for region: CLRegion.Values) -> Bool {
        switch self {
        case .entering: region.notifyOnEntry
        case .leaving: region.notifyOnExit
        }
    }
}
