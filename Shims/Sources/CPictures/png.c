// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include "scaler.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

/// What is left of a file.
typedef struct {
    const uint8_t *bytes;
    size_t count;
} rest;

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    rest *rest = png_get_io_ptr(png);
    if (count > rest->count) png_error(png, "the file ends too early");
    memcpy(target, rest->bytes, count);
    rest->bytes += count;
    rest->count -= count;
}

static void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

/// Decodes into the scaler; what is allocated belongs to the caller, as an error jumps out of here.
static bool decode(png_structp png, png_infop info, uint32_t side, uint64_t most, scaler *scaler,
                   uint8_t **rows) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_read_info(png, info);
    const uint64_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if (width * height > most) return false;
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (!scaler_start_fitting(scaler, width, height, side)) return false;
    if (png_get_rowbytes(png, info) != width * 4) return false;
    // The passes of an interlaced file complete each other's rows.
    const uint64_t kept = passes > 1 ? height : 1;
    *rows = malloc(kept * width * 4);
    if (!*rows) return false;
    for (int pass = 0; pass < passes; pass++)
        for (uint64_t row = 0; row < height; row++) {
            uint8_t *pixels = *rows + row % kept * width * 4;
            png_read_row(png, pixels, NULL);
            if (pass == passes - 1) scaler_add(scaler, pixels);
        }
    png_read_end(png, NULL);
    return true;
}

bool picture_read_png(const uint8_t *bytes, size_t count, uint32_t side, uint64_t most,
                      picture *result) {
    rest rest = {bytes, count};
    scaler scaler = {0};
    uint8_t *rows = NULL;
    bool is_done = false;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info) {
        png_set_read_fn(png, &rest, read_bytes);
        is_done = decode(png, info, side, most, &scaler, &rows);
    }
    png_destroy_read_struct(&png, &info, NULL);
    free(rows);
    return scaler_end(&scaler, is_done, result);
}

bool picture_write_png(const uint8_t *pixels, uint32_t width, uint32_t height,
                       picture_file *result) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = PNG_FORMAT_RGBA;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *bytes = malloc(size);
    if (!bytes || !png_image_write_to_memory(&image, bytes, &size, 0, pixels, 0, NULL)) {
        free(bytes);
        return false;
    }
    *result = (picture_file){bytes, size};
    return true;
}
