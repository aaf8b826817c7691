// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// What the C library declares under _GNU_SOURCE only, or in a header that Swift's module of it leaves out.

#ifdef __linux__
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/prctl.h>

int syncfs(int descriptor);

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// The bytes that are allocated on the heap, in all arenas.
static inline size_t allocated_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/// Keeps the process's memory out of core files, and other processes of the same user from reading it.
static inline int forbid_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
#endif
