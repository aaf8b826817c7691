// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// The prekeys of a device, and what is beside them, as a relay hands them out at an endpoint.
package struct EndpointOffer: Hashable, Sendable {
    package let bundle: DeviceBundle
    /// A valid retirement, of whatever device.
    package let retirement: DeviceIdentity.Retirement?

    package init(_ bundle: DeviceBundle, retirement: DeviceIdentity.Retirement? = nil) {
        self.bundle = bundle
        self.retirement = retirement
    }
}
