// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// What the C library declares under _GNU_SOURCE only, which Swift's module of it leaves undefined.

#ifdef __linux__
int syncfs(int descriptor);
#endif
