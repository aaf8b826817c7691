// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include "scaler.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

/// libjpeg ends the process at an error, unless its handler jumps elsewhere.
typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf way_out;
} error_manager;

static void fail(j_common_ptr codec) { longjmp(((error_manager *)codec->err)->way_out, 1); }

static void ignore(j_common_ptr codec) { (void)codec; }

/// Few bytes of a progressive file can be thousands of scans, each of which takes a step for every
/// block of the picture; encoders make about ten.
static void count_scans(j_common_ptr codec) {
    if (((struct jpeg_decompress_struct *)codec)->input_scan_number > 100) fail(codec);
}

static struct jpeg_error_mgr *prepare(error_manager *errors) {
    jpeg_std_error(&errors->base);
    errors->base.error_exit = fail;
    errors->base.output_message = ignore;
    return &errors->base;
}

static JSAMPARRAY row_of(j_common_ptr codec, size_t count) {
    return codec->mem->alloc_sarray(codec, JPOOL_IMAGE, count, 1);
}

/// Decodes into the scaler; what is allocated belongs to the caller, as an error jumps out of here.
static bool decode(struct jpeg_decompress_struct *codec, error_manager *errors,
                   const uint8_t *bytes, size_t count, uint32_t side, uint64_t most,
                   scaler *scaler) {
    if (setjmp(errors->way_out)) return false;
    jpeg_create_decompress(codec);
    struct jpeg_progress_mgr progress = {.progress_monitor = count_scans};
    codec->progress = &progress;
    jpeg_mem_src(codec, bytes, count);
    jpeg_read_header(codec, TRUE);
    const uint64_t width = codec->image_width, height = codec->image_height;
    if (width * height > most) return false;
    codec->out_color_space = JCS_EXT_RGBA;
    const uint64_t longest = width > height ? width : height;
    // The decoder itself scales down to an eighth, in less time and memory.
    while (side > 0 && codec->scale_denom < 8 && longest / (codec->scale_denom * 2) >= side)
        codec->scale_denom *= 2;
    jpeg_start_decompress(codec);
    if (!scaler_start_fitting(scaler, codec->output_width, codec->output_height, side))
        return false;
    JSAMPARRAY row = row_of((j_common_ptr)codec, (size_t)codec->output_width * 4);
    while (codec->output_scanline < codec->output_height) {
        jpeg_read_scanlines(codec, row, 1);
        scaler_add(scaler, row[0]);
    }
    jpeg_finish_decompress(codec);
    // libjpeg fills up a file that ends too early, and only warns.
    return errors->base.num_warnings == 0;
}

bool picture_read_jpeg(const uint8_t *bytes, size_t count, uint32_t side, uint64_t most,
                       picture *result) {
    error_manager errors;
    struct jpeg_decompress_struct codec;
    memset(&codec, 0, sizeof codec);
    codec.err = prepare(&errors);
    scaler scaler = {0};
    const bool is_done = decode(&codec, &errors, bytes, count, side, most, &scaler);
    jpeg_destroy_decompress(&codec);
    return scaler_end(&scaler, is_done, result);
}

static bool encode(struct jpeg_compress_struct *codec, error_manager *errors,
                   const uint8_t *pixels, uint32_t width, uint32_t height, int quality,
                   uint8_t **bytes, unsigned long *count) {
    if (setjmp(errors->way_out)) return false;
    jpeg_create_compress(codec);
    codec->image_width = width;
    codec->image_height = height;
    codec->input_components = 3;
    codec->in_color_space = JCS_RGB;
    jpeg_mem_dest(codec, bytes, count);
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, quality, TRUE);
    jpeg_start_compress(codec, TRUE);
    JSAMPARRAY row = row_of((j_common_ptr)codec, (size_t)width * 3);
    while (codec->next_scanline < height) {
        const uint8_t *pixel = pixels + (size_t)codec->next_scanline * width * 4;
        for (size_t x = 0; x < width; x++, pixel += 4)
            for (size_t part = 0; part < 3; part++)
                row[0][x * 3 + part] =
                    (pixel[part] * pixel[3] + 255 * (255 - pixel[3]) + 127) / 255;
        jpeg_write_scanlines(codec, row, 1);
    }
    jpeg_finish_compress(codec);
    return true;
}

bool picture_write_jpeg(const uint8_t *pixels, uint32_t width, uint32_t height, int quality,
                        picture_file *result) {
    error_manager errors;
    struct jpeg_compress_struct codec;
    memset(&codec, 0, sizeof codec);
    codec.err = prepare(&errors);
    uint8_t *bytes = NULL;
    unsigned long count = 0;
    const bool is_done =
        encode(&codec, &errors, pixels, width, height, quality, &bytes, &count);
    jpeg_destroy_compress(&codec);
    // After an error the bytes stay: libjpeg may have freed them, and does not say so.
    if (is_done) *result = (picture_file){bytes, count};
    return is_done;
}
