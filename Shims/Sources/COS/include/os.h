// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SHIMS_OS_H
#define SHIMS_OS_H

#include <stdbool.h>
#include <stdint.h>

/// A lock that must not be moved or copied while it is in use; all zero when it is free.
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock;

typedef os_unfair_lock *os_unfair_lock_t;

/// Waits until the lock is free, and takes it.
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull lock);

/// Takes the lock if it is free, and says whether it was.
bool os_unfair_lock_trylock(os_unfair_lock_t _Nonnull lock);

/// Frees the lock.
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull lock);

#endif
