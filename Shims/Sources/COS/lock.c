// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include "os.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// The states of a lock. With `contended` somebody may sleep, so that who frees it has to wake one.
enum { unlocked = 0, locked = 1, contended = 2 };

bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
    uint32_t expected = unlocked;
    return __atomic_compare_exchange_n(&lock->_os_unfair_lock_opaque, &expected, locked, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
    if (os_unfair_lock_trylock(lock)) return;
    uint32_t *word = &lock->_os_unfair_lock_opaque;
    while (__atomic_exchange_n(word, contended, __ATOMIC_ACQUIRE) != unlocked)
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, contended, NULL, NULL, 0);
}

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    uint32_t *word = &lock->_os_unfair_lock_opaque;
    if (__atomic_exchange_n(word, unlocked, __ATOMIC_RELEASE) == contended)
        syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
