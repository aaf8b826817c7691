// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if ServiceLifecycle
    public import ServiceLifecycle

    extension APNsClient: Service {
        /// Runs until the group that it is in shuts down gracefully, or the task is cancelled; then it
        /// takes no more pushes, waits for the results of those it has, and ends its connections.
        ///
        /// It waits for up to 30 seconds, or as the group's own limit says.
        public func run() async throws {
            try? await gracefulShutdown()
            await close()
        }
    }
#endif
