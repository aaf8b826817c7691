// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
import NIOCore

/// What the server knows of a request beside its head and body.
package struct RelayContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of the other end of the connection.
    let peer: String?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress
    }
}
