// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#import <Foundation/Foundation.h>
