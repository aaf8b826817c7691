// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#ifdef __linux__
#define _GNU_SOURCE

#include "home.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "CFoundationHooks.h"

static const char variable[] = "SIMULATED_DEVICE_HOME";
static char home[PATH_MAX / 2];
static bool is_own;
static char paths[3][PATH_MAX];

const char *simulated_home(void) { return home[0] == '\0' ? NULL : home; }

static bool is_test(void) {
    const char *suffix = ".xctest";
    size_t length = strlen(program_invocation_name);
    return length > strlen(suffix)
           && strcmp(program_invocation_name + length - strlen(suffix), suffix) == 0;
}

/// Before any other thread runs, as it changes the environment.
__attribute__((constructor)) static void choose_home(void) {
    const char *given = getenv(variable);
    const char *temporary = getenv("TMPDIR");
    if (given != NULL) {
        snprintf(home, sizeof home, "%s", given);
    } else if (is_test()) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(home, sizeof home, "%s/simulated-home-%d-%lx%lx",
                 temporary == NULL ? "/tmp" : temporary, getpid(), (long)now.tv_sec, now.tv_nsec);
        is_own = true;
    }
    if (home[0] == '\0') return;
    static const char *const folders[] = {".config", ".cache", ".local/share"};
    static const char *const names[] = {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"};
    for (int index = 0; index < 3; index++) {
        snprintf(paths[index], sizeof paths[index], "%s/%s", home, folders[index]);
        setenv(names[index], paths[index], true);
    }
    setenv(variable, home, true);
    // What Foundation takes for the home folder in all else.
    setenv("CFFIXED_USER_HOME", home, true);
}

const char *home_path(enum home_folder folder) {
    if (home[0] == '\0') return NULL;
    for (char *end = paths[folder] + strlen(home); end != NULL; end = strchr(end + 1, '/')) {
        char part[PATH_MAX];
        snprintf(part, sizeof part, "%.*s", (int)(end - paths[folder]), paths[folder]);
        mkdir(part, 0700);
    }
    mkdir(paths[folder], 0700);
    return paths[folder];
}

static int remove_item(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

__attribute__((destructor)) static void remove_home(void) {
    if (is_own) nftw(home, remove_item, 16, FTW_DEPTH | FTW_PHYS);
}
#endif
