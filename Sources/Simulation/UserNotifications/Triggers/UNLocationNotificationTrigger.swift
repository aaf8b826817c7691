// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
import Foundation
import ValueObjects

/// The device enters or leaves an area.
open class UNLocationNotificationTrigger: UNNotificationTrigger {
    /// Comes when the device enters or leaves `region`, as the region says.
    public convenience init(region: CLRegion, repeats: Bool) {
        self.init(values: Values(.location(region.values), repeats: repeats))
    }

    package override class func accepts(_ values: Values) -> Bool {
        if case .location = values.occasion { true } else { false }
    }

    /// The area; a copy.
    open var region: CLRegion {
        guard case .location(let region) = values.occasion else {
            preconditionFailure("a location trigger without a region was accepted")
        }
        return CLRegion.make(region)
    }
}
