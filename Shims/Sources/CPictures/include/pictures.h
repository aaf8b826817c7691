// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SHIMS_PICTURES_H
#define SHIMS_PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Pixels of four bytes, red, green, blue and alpha, row by row, to be freed by the caller.
typedef struct {
    uint32_t width;
    uint32_t height;
    uint8_t *_Nullable pixels;
} picture;

/// Bytes of a file, to be freed by the caller.
typedef struct {
    uint8_t *_Nullable bytes;
    size_t count;
} picture_file;

/// Decodes a PNG file, no side of the result longer than `side`, or in its size if that is 0.
///
/// Rows are scaled as they come, so that the memory goes with the result unless the file is
/// interlaced. Returns false if it is no PNG file, damaged, or of more than `most` pixels.
bool picture_read_png(const uint8_t *_Nonnull bytes, size_t count, uint32_t side, uint64_t most,
                      picture *_Nonnull result);

/// Decodes a JPEG file as `picture_read_png` does; progressive files take more memory.
bool picture_read_jpeg(const uint8_t *_Nonnull bytes, size_t count, uint32_t side, uint64_t most,
                       picture *_Nonnull result);

/// Scales a picture down to a width and a height; returns false if it can't.
bool picture_shrink(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height,
                    uint32_t columns, uint32_t rows, picture *_Nonnull result);

/// Makes a PNG file; returns false if it can't.
bool picture_write_png(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height,
                       picture_file *_Nonnull result);

/// Makes a JPEG file of a quality from 0 to 100, on white; returns false if it can't.
bool picture_write_jpeg(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height,
                        int quality, picture_file *_Nonnull result);

#endif
