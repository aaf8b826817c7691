// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// Functions of Foundation and Dispatch that a program has in their place, as the dynamic linker
// finds those of the program first. If Foundation is linked statically, its own are the stronger
// ones, and nothing here has an effect.

#ifndef FOUNDATION_HOOKS_H
#define FOUNDATION_HOOKS_H

#ifdef __linux__
#include <stdbool.h>
#include <stdint.h>

/// What a program decides and hears.
struct foundation_hooks {
    /// Whether URLSession may ask for a URL; it is asked before each request and redirection.
    bool (*allows_transfer)(const char *url);
    /// Hears of a delay, in nanoseconds, after which a block is to run on a queue.
    void (*is_delayed)(int64_t nanoseconds);
    /// Hears of the same for a task that sleeps, or a timer that runs once.
    void (*is_sleeping)(int64_t nanoseconds);
};

/// Sets the functions, once and for all.
void set_foundation_hooks(struct foundation_hooks hooks);

/// The folder that stands for the home folder in Foundation: of a test, and of an extension in its
/// own process, which has it from the variable SIMULATED_DEVICE_HOME. NULL in other programs.
///
/// The test's process removes it in the end.
const char *simulated_home(void);

/// Sets a value of the main bundle's Info.plist; both are objects of CoreFoundation.
void set_main_bundle_value(const void *key, const void *value);

/// Removes a value of the main bundle's Info.plist, by its key, an object of CoreFoundation.
void remove_main_bundle_value(const void *key);
#endif

#endif
