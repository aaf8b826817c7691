// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SHIMS_SCALER_H
#define SHIMS_SCALER_H

#include "pictures.h"

/// Scales a picture down while its rows come: a pixel is the mean of those that it stands for.
typedef struct {
    uint64_t width, height;
    uint64_t columns, rows;
    /// How many rows of the picture, and of the result, are done.
    uint64_t row, result_row;
    /// For each pixel of the row that is being made: red, green, blue, as far as seen, and alpha.
    uint64_t *sums;
    uint8_t *pixels;
} scaler;

/// Starts with a picture of a size; false if one of the sides would grow or vanish.
bool scaler_start(scaler *scaler, uint64_t width, uint64_t height, uint64_t columns, uint64_t rows);

/// Starts with a picture of a size, so that no side of the result is longer than `side`.
bool scaler_start_fitting(scaler *scaler, uint64_t width, uint64_t height, uint64_t side);

/// Takes the next row, of four bytes a pixel.
void scaler_add(scaler *scaler, const uint8_t *pixels);

/// Gives the result away if `is_done`, and frees everything else.
bool scaler_end(scaler *scaler, bool is_done, picture *result);

#endif
