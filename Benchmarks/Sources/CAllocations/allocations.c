// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// A program that links this allocates as ever, and each time is counted: its own names come before those of the C library.

#include "CAllocations.h"

#ifdef __linux__
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong count;

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
    note();
    return __libc_calloc(items, size);
}

void *realloc(void *old, size_t size) {
    note();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note();
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *memory = made;
    return 0;
}

unsigned long allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }
#else
unsigned long allocation_count(void) { return 0; }
#endif
