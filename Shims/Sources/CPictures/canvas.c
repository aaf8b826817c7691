// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include "pictures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static unsigned product(unsigned first, unsigned second) { return (first * second + 127) / 255; }

/// The rectangle of whole pixels around edges, as far as it is on the canvas.
typedef struct {
    uint32_t left, top, right, bottom;
} box;

static box box_of(const picture_edge *edges, size_t count, const picture_canvas *canvas) {
    double left = canvas->width, top = canvas->height, right = 0, bottom = 0;
    for (size_t number = 0; number < count; number++) {
        const picture_edge edge = edges[number];
        left = fmin(left, fmin(edge.x0, edge.x1));
        right = fmax(right, fmax(edge.x0, edge.x1));
        top = fmin(top, fmin(edge.y0, edge.y1));
        bottom = fmax(bottom, fmax(edge.y0, edge.y1));
    }
    return (box){fmax(left, 0), fmax(top, 0), ceil(fmin(right, canvas->width)),
                 ceil(fmin(bottom, canvas->height))};
}

/// Adds what a part of an edge covers of the pixels to its right, each sum being the difference to
/// the one before.
static void add_part(float *sums, uint32_t width, double start, double end, double height) {
    if (start > end) {
        const double other = start;
        start = end;
        end = other;
    }
    if (start >= width) return;
    if (end - start < 1e-6) {
        const double x = fmax(start, 0);
        const uint32_t column = x;
        sums[column] += height * (1 - (x - column));
        sums[column + 1] += height * (x - column);
        return;
    }
    const double slope = height / (end - start);
    if (start < 0) {
        sums[0] += slope * (fmin(end, 0) - start);
        if (end <= 0) return;
        start = 0;
    }
    for (uint32_t column = start; column < width && column < end; column++) {
        const double left = fmax(start, column), right = fmin(end, column + 1.0);
        const double part = slope * (right - left), middle = (left + right) / 2 - column;
        sums[column] += part * (1 - middle);
        sums[column + 1] += part * middle;
    }
}

/// How much of each pixel of a row lies between the edges; `sums` is zero before and after.
static void cover_row(const picture_edge *edges, size_t count, bool is_even_odd, box box,
                      uint32_t row, float *sums, uint8_t *coverage) {
    const uint32_t width = box.right - box.left;
    for (size_t number = 0; number < count; number++) {
        const picture_edge edge = edges[number];
        const double top = fmax(fmin(edge.y0, edge.y1), row);
        const double bottom = fmin(fmax(edge.y0, edge.y1), row + 1.0);
        if (!(bottom > top)) continue;
        const double slope = (edge.x1 - edge.x0) / (edge.y1 - edge.y0);
        const double start = edge.x0 + (top - edge.y0) * slope - box.left;
        const double end = edge.x0 + (bottom - edge.y0) * slope - box.left;
        add_part(sums, width, start, end, edge.y1 > edge.y0 ? bottom - top : top - bottom);
    }
    float sum = 0;
    for (uint32_t column = 0; column < width; column++) {
        sum += sums[column];
        float part = fabsf(sum);
        if (is_even_odd) part = fabsf(part - 2 * floorf((part + 1) / 2));
        coverage[column] = fminf(part, 1) * 255 + 0.5f;
    }
    memset(sums, 0, (width + 1) * sizeof *sums);
}

bool picture_clip(const picture_canvas *canvas, const picture_edge *edges, size_t count,
                  bool is_even_odd) {
    const box box = box_of(edges, count, canvas);
    const uint32_t width = box.right > box.left ? box.right - box.left : 0;
    float *sums = calloc(width + 1, sizeof *sums);
    uint8_t *coverage = malloc(width + 1);
    const bool is_done = canvas->clip && sums && coverage;
    for (uint32_t row = 0; is_done && row < canvas->height; row++) {
        uint8_t *clip = canvas->clip + (size_t)row * canvas->width;
        if (width == 0 || row < box.top || row >= box.bottom) {
            memset(clip, 0, canvas->width);
            continue;
        }
        cover_row(edges, count, is_even_odd, box, row, sums, coverage);
        memset(clip, 0, box.left);
        for (uint32_t column = 0; column < width; column++)
            clip[box.left + column] = product(clip[box.left + column], coverage[column]);
        memset(clip + box.right, 0, canvas->width - box.right);
    }
    free(coverage);
    free(sums);
    return is_done;
}

/// What the paint is at the pixels of a row: the means of the four pixels of the picture around.
static void sample_row(const picture_paint *paint, box box, uint32_t row, uint8_t *source) {
    const double width = paint->width, height = paint->height;
    for (uint32_t column = box.left; column < box.right; column++, source += 4) {
        const double x = paint->x0 + (column + 0.5) * paint->x_by_column + (row + 0.5) * paint->x_by_row;
        const double y = paint->y0 + (column + 0.5) * paint->y_by_column + (row + 0.5) * paint->y_by_row;
        const double left = fmin(fmax(x - 0.5, 0), width - 1), top = fmin(fmax(y - 0.5, 0), height - 1);
        const size_t x0 = left, y0 = top, x1 = x0 + 1 < width ? x0 + 1 : x0;
        const size_t y1 = y0 + 1 < height ? y0 + 1 : y0;
        const double u = left - x0, v = top - y0;
        const uint8_t *upper = paint->pixels + y0 * paint->width * 4;
        const uint8_t *lower = paint->pixels + y1 * paint->width * 4;
        for (int part = 0; part < 4; part++)
            source[part] = (upper[x0 * 4 + part] * (1 - u) + upper[x1 * 4 + part] * u) * (1 - v) +
                           (lower[x0 * 4 + part] * (1 - u) + lower[x1 * 4 + part] * u) * v + 0.5;
    }
}

static unsigned factor(picture_factor factor, unsigned alpha) {
    switch (factor) {
    case picture_none: return 0;
    case picture_all: return 255;
    case picture_inside: return alpha;
    case picture_outside: return 255 - alpha;
    }
    return 0;
}

/// Composes a row (Porter and Duff 1984); source and target are multiplied by their alpha.
static void blend_row(uint8_t *target, const uint8_t *source, const uint8_t *coverage,
                      const picture_paint *paint, uint32_t width) {
    for (uint32_t column = 0; column < width; column++, target += 4, source += 4) {
        if (coverage[column] == 0) continue;
        const unsigned alpha = product(source[3], paint->alpha);
        const unsigned of_source = product(factor(paint->source, target[3]), paint->alpha);
        const unsigned of_target = factor(paint->target, alpha);
        for (int part = 0; part < 4; part++) {
            const unsigned sum = product(source[part], of_source) + product(target[part], of_target);
            const unsigned mixed = sum < 255 ? sum : 255;
            target[part] = (mixed * coverage[column] + target[part] * (255 - coverage[column]) + 127) / 255;
        }
    }
}

bool picture_draw(const picture_canvas *canvas, const picture_edge *edges, size_t count,
                  bool is_even_odd, const picture_paint *paint) {
    const box box = box_of(edges, count, canvas);
    if (box.left >= box.right || box.top >= box.bottom) return true;
    const uint32_t width = box.right - box.left;
    float *sums = calloc(width + 1, sizeof *sums);
    uint8_t *coverage = malloc(width), *source = malloc((size_t)width * 4);
    const bool is_done = sums && coverage && source;
    for (uint32_t column = 0; is_done && column < width; column++)
        memcpy(source + (size_t)column * 4, paint->colour, 4);
    for (uint32_t row = box.top; is_done && row < box.bottom; row++) {
        cover_row(edges, count, is_even_odd, box, row, sums, coverage);
        const size_t start = (size_t)row * canvas->width + box.left;
        for (uint32_t column = 0; canvas->clip && column < width; column++)
            coverage[column] = product(coverage[column], canvas->clip[start + column]);
        if (paint->pixels) sample_row(paint, box, row, source);
        blend_row(canvas->pixels + start * 4, source, coverage, paint, width);
    }
    free(source);
    free(coverage);
    free(sums);
    return is_done;
}

void picture_multiply(uint8_t *pixels, size_t count) {
    for (uint8_t *pixel = pixels; pixel < pixels + count * 4; pixel += 4)
        for (int part = 0; part < 3; part++) pixel[part] = product(pixel[part], pixel[3]);
}

void picture_divide(uint8_t *pixels, size_t count) {
    for (uint8_t *pixel = pixels; pixel < pixels + count * 4; pixel += 4)
        for (int part = 0; part < 3; part++)
            pixel[part] = pixel[3] ? (pixel[part] * 255u + pixel[3] / 2) / pixel[3] : 0;
}
