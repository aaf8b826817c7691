// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#ifndef HOME_H
#define HOME_H

enum home_folder { settings_folder, cache_folder, data_folder };

/// The path of a folder below the simulated home folder, which is made; NULL where there is none.
const char *home_path(enum home_folder folder);

#endif
