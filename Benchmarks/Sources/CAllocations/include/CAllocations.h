// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

/// How often this process has asked the C library for memory, whoever of it did.
unsigned long allocation_count(void);
