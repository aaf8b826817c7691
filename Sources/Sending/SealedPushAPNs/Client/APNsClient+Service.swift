// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if ServiceLifecycle
    public import ServiceLifecycle

    extension APNsClient: Service {
        /// Runs until its service group shuts down gracefully or the task is cancelled.
        ///
        /// Then it takes no more pushes, waits for the results of pending ones, and ends its
        /// connections.
        ///
        /// It waits for up to 30 seconds, or as the group's own limit says.
        public func run() async throws {
            try? await gracefulShutdown()
            await close()
        }
    }
#endif
