// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include "scaler.h"

#include <stdlib.h>
#include <string.h>

bool scaler_start(scaler *scaler, uint64_t width, uint64_t height, uint64_t columns,
                  uint64_t rows) {
    if (columns == 0 || rows == 0 || columns > width || rows > height) return false;
    scaler->width = width;
    scaler->height = height;
    scaler->columns = columns;
    scaler->rows = rows;
    scaler->sums = calloc(columns * 4, sizeof *scaler->sums);
    scaler->pixels = malloc(columns * rows * 4);
    return scaler->sums && scaler->pixels;
}

bool scaler_start_fitting(scaler *scaler, uint64_t width, uint64_t height, uint64_t side) {
    const uint64_t longest = width > height ? width : height;
    if (side == 0 || side >= longest) return scaler_start(scaler, width, height, width, height);
    const uint64_t columns = (width * side + longest / 2) / longest;
    const uint64_t rows = (height * side + longest / 2) / longest;
    return scaler_start(scaler, width, height, columns ? columns : 1, rows ? rows : 1);
}

static void finish_row(scaler *scaler, uint64_t height) {
    uint8_t *target = scaler->pixels + scaler->result_row * scaler->columns * 4;
    for (uint64_t column = 0; column < scaler->columns; column++) {
        const uint64_t *sums = scaler->sums + column * 4, alpha = sums[3];
        const uint64_t left = column * scaler->width / scaler->columns;
        const uint64_t count =
            ((column + 1) * scaler->width / scaler->columns - left) * height;
        for (int part = 0; part < 3; part++)
            *target++ = alpha ? (sums[part] + alpha / 2) / alpha : 0;
        *target++ = (alpha + count / 2) / count;
    }
    memset(scaler->sums, 0, scaler->columns * 4 * sizeof *scaler->sums);
}

void scaler_add(scaler *scaler, const uint8_t *pixels) {
    for (uint64_t column = 0, x = 0; column < scaler->columns; column++) {
        const uint64_t right = (column + 1) * scaler->width / scaler->columns;
        uint64_t *sums = scaler->sums + column * 4;
        for (; x < right; x++, pixels += 4) {
            // A colour counts as far as it can be seen.
            for (int part = 0; part < 3; part++) sums[part] += pixels[part] * pixels[3];
            sums[3] += pixels[3];
        }
    }
    scaler->row++;
    const uint64_t top = scaler->result_row * scaler->height / scaler->rows;
    const uint64_t bottom = (scaler->result_row + 1) * scaler->height / scaler->rows;
    if (scaler->row < bottom) return;
    finish_row(scaler, bottom - top);
    scaler->result_row++;
}

bool scaler_end(scaler *scaler, bool is_done, picture *result) {
    free(scaler->sums);
    if (is_done)
        *result = (picture){scaler->columns, scaler->rows, scaler->pixels};
    else
        free(scaler->pixels);
    return is_done;
}

bool picture_shrink(const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t columns,
                    uint32_t rows, picture *result) {
    scaler scaler = {0};
    const bool is_started = scaler_start(&scaler, width, height, columns, rows);
    for (size_t row = 0; is_started && row < height; row++)
        scaler_add(&scaler, pixels + row * width * 4);
    return scaler_end(&scaler, is_started, result);
}
