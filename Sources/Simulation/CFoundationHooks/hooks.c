// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#ifdef __linux__
#define _GNU_SOURCE

#include "CFoundationHooks.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "home.h"

#define REPLACEABLE __attribute__((weak, visibility("default")))

static struct foundation_hooks hooks;

void set_foundation_hooks(struct foundation_hooks new_hooks) { hooks = new_hooks; }

// CoreFoundation's, as far as they are used here.
const void *CFBundleGetMainBundle(void);
const void *CFBundleGetInfoDictionary(const void *bundle);
void CFDictionarySetValue(const void *dictionary, const void *key, const void *value);
void CFDictionaryRemoveValue(const void *dictionary, const void *key);
const void *CFStringCreateWithCString(const void *allocator, const char *text, uint32_t encoding);
unsigned long CFHash(const void *object);
unsigned char CFPreferencesAppSynchronize(const void *application);

// The dictionary is a mutable one that the bundle keeps.
static const void *main_bundle_values(void) {
    return CFBundleGetInfoDictionary(CFBundleGetMainBundle());
}

void set_main_bundle_value(const void *key, const void *value) {
    CFDictionarySetValue(main_bundle_values(), key, value);
}

void remove_main_bundle_value(const void *key) {
    CFDictionaryRemoveValue(main_bundle_values(), key);
}

// MARK: - URLSession

struct easy_code { int value; };
struct easy_option { int value; };
enum { option_url = 10002 };

REPLACEABLE struct easy_code CFURLSession_easy_setopt_ptr(void *transfer, struct easy_option option,
                                                          void *value) {
    struct easy_code (*next)(void *, struct easy_option, void *) =
        dlsym(RTLD_NEXT, "CFURLSession_easy_setopt_ptr");
    // libcurl knows no such scheme, and ends the transfer with an error.
    static char refused[] = "refused://transfer";
    if (option.value == option_url && value != NULL && hooks.allows_transfer != NULL
        && !hooks.allows_transfer(value))
        value = refused;
    return next(transfer, option, value);
}

// MARK: - The home folder

static const void *path(enum home_folder folder, const char *original) {
    const char *place = home_path(folder);
    if (place == NULL) {
        const void *(*next)(void) = dlsym(RTLD_NEXT, original);
        return next();
    }
    enum { utf8 = 0x08000100 };
    return CFStringCreateWithCString(NULL, place, utf8);
}

REPLACEABLE const void *_CFXDGCreateConfigHomePath(void) {
    return path(settings_folder, "_CFXDGCreateConfigHomePath");
}

REPLACEABLE const void *_CFXDGCreateCacheDirectoryPath(void) {
    return path(cache_folder, "_CFXDGCreateCacheDirectoryPath");
}

REPLACEABLE const void *_CFXDGCreateDataHomePath(void) {
    return path(data_folder, "_CFXDGCreateDataHomePath");
}

// MARK: - UserDefaults, which processes share by their files

/// The sum of the times at which the files of settings were changed.
static int64_t time_of_settings(void) {
    int64_t sum = 0;
    DIR *folder = opendir(home_path(settings_folder));
    if (folder == NULL) return sum;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        struct stat status;
        if (fstatat(dirfd(folder), entry->d_name, &status, 0) == 0)
            sum += status.st_mtim.tv_sec * 1000000000LL + status.st_mtim.tv_nsec;
    }
    closedir(folder);
    return sum;
}

/// Reads the settings of an application anew if another process has changed any since.
static void read_anew(const void *application) {
    // By the hashes of applications; one that takes another's place is read once more.
    static struct { unsigned long hash; int64_t time; } known[64];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (simulated_home() == NULL) return;
    int64_t time = time_of_settings();
    unsigned long hash = CFHash(application), place = hash % 64;
    pthread_mutex_lock(&lock);
    bool is_known = known[place].hash == hash && known[place].time == time;
    known[place].hash = hash, known[place].time = time;
    pthread_mutex_unlock(&lock);
    if (!is_known) CFPreferencesAppSynchronize(application);
}

REPLACEABLE void CFPreferencesSetAppValue(const void *key, const void *value,
                                          const void *application) {
    void (*next)(const void *, const void *, const void *) =
        dlsym(RTLD_NEXT, "CFPreferencesSetAppValue");
    next(key, value, application);
    if (simulated_home() != NULL) CFPreferencesAppSynchronize(application);
}

REPLACEABLE const void *CFPreferencesCopyAppValue(const void *key, const void *application) {
    const void *(*next)(const void *, const void *) = dlsym(RTLD_NEXT, "CFPreferencesCopyAppValue");
    read_anew(application);
    return next(key, application);
}

// MARK: - Dispatch

/// How long it is until a time of Dispatch's.
static int64_t delay_until(uint64_t when) {
    // Its two highest bits tell the clock: of the day, whose times are negative; one that counts
    // sleep as well; and one that does not.
    clockid_t clock = CLOCK_MONOTONIC;
    int64_t nanoseconds = (int64_t)when;
    if (when >> 62 == 3) {
        clock = CLOCK_REALTIME;
        nanoseconds = -nanoseconds;
    } else if (when >> 62 == 2) {
        clock = CLOCK_BOOTTIME;
        nanoseconds = (int64_t)(when & ~(3ULL << 62));
    }
    struct timespec now;
    clock_gettime(clock, &now);
    return nanoseconds - (now.tv_sec * 1000000000LL + now.tv_nsec);
}

REPLACEABLE void dispatch_after(uint64_t when, void *queue, void *block) {
    void (*next)(uint64_t, void *, void *) = dlsym(RTLD_NEXT, "dispatch_after");
    if (hooks.is_delayed != NULL) hooks.is_delayed(delay_until(when));
    next(when, queue, block);
}

REPLACEABLE void dispatch_after_f(uint64_t when, void *queue, void *context,
                                  void (*function)(void *)) {
    void (*next)(uint64_t, void *, void *, void (*)(void *)) = dlsym(RTLD_NEXT, "dispatch_after_f");
    if (hooks.is_sleeping != NULL) hooks.is_sleeping(delay_until(when));
    next(when, queue, context, function);
}

REPLACEABLE void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval,
                                           uint64_t leeway) {
    void (*next)(void *, uint64_t, uint64_t, uint64_t) =
        dlsym(RTLD_NEXT, "dispatch_source_set_timer");
    // One that runs again and again is what nothing waits for: URLSession has one for good.
    if (hooks.is_sleeping != NULL && interval == UINT64_MAX) hooks.is_sleeping(delay_until(start));
    next(source, start, interval, leeway);
}
#endif
