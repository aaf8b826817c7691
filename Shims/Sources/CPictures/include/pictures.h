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

/// A frame of a GIF file: its place in the picture, and how its indices are to be read.
typedef struct {
    uint32_t left, top, width, height;
    bool is_interlaced;
    /// The index that shows what was there; none if it is beyond 255.
    uint32_t transparent;
} picture_frame;

/// Unpacks the indices of a GIF frame, as many as `pixels`.
///
/// `bytes` begins with the size of the codes. Returns false if it is damaged or ends too early.
bool picture_unpack_gif(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull indices,
                        size_t pixels);

/// Lays the indices of a frame over a picture, by a palette of three bytes a colour.
void picture_lay_gif(const uint8_t *_Nonnull indices, const picture_frame *_Nonnull frame,
                     const uint8_t *_Nonnull palette, size_t colours, uint8_t *_Nonnull canvas,
                     uint32_t width, uint32_t height);

/// Makes the part of a GIF file that is one picture, with a palette of its own, and tells the index
/// of what is not seen; returns false if it can't, or if a side is longer than 65,535.
bool picture_pack_gif(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height,
                      uint8_t *_Nonnull transparent, picture_file *_Nonnull result);

/// A side of a shape, in pixels; all numbers are finite.
typedef struct {
    double x0, y0, x1, y1;
} picture_edge;

/// Pixels that are drawn on, multiplied by their alpha, and how much of each may be drawn on.
typedef struct {
    uint32_t width, height;
    uint8_t *_Nullable pixels;
    /// A byte a pixel; all may be drawn on if it is NULL.
    uint8_t *_Nullable clip;
} picture_canvas;

/// How much of one layer is left, by the alpha of the other.
typedef enum { picture_none, picture_all, picture_inside, picture_outside } picture_factor;

/// A colour, or else a picture; both are multiplied by their alpha.
typedef struct {
    uint8_t colour[4];
    const uint8_t *_Nullable pixels;
    uint32_t width, height;
    /// Where in the picture a pixel of the canvas is, by its column and its row.
    double x0, x_by_column, x_by_row, y0, y_by_column, y_by_row;
    uint8_t alpha;
    picture_factor source, target;
} picture_paint;

/// Paints what lies between edges; returns false if it can't.
bool picture_draw(const picture_canvas *_Nonnull canvas, const picture_edge *_Nonnull edges,
                  size_t count, bool is_even_odd, const picture_paint *_Nonnull paint);

/// Keeps of the canvas's clip what lies between edges; returns false if it can't.
bool picture_clip(const picture_canvas *_Nonnull canvas, const picture_edge *_Nonnull edges,
                  size_t count, bool is_even_odd);

/// Multiplies colours by their alpha.
void picture_multiply(uint8_t *_Nonnull pixels, size_t count);

/// Divides colours by their alpha.
void picture_divide(uint8_t *_Nonnull pixels, size_t count);

#endif
