// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file descriptors that the command needs beside those of connections.
package enum DescriptorNeed {
    /// Those of NIO's event loops, and some for files, a listener, and connections that are on
    /// their way out.
    ///
    /// A processor has a loop of three; NIO stops the process where it gets none.
    package static var count: Int { 16 + 4 * max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
