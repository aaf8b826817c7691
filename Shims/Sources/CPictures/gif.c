// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include "pictures.h"

#include <stdlib.h>
#include <string.h>

/// A code has twelve bits at most.
enum { most_codes = 4096, most_bits = 12 };

// MARK: - Reading

/// The codes of a frame, in blocks that each begin with their length (GIF89a, section 15).
typedef struct {
    const uint8_t *bytes, *end;
    /// How many bytes of the block are left.
    unsigned left;
    uint32_t bits;
    unsigned bit_count;
} code_reader;

/// The next code of a number of bits; -1 if there is none.
static int next_code(code_reader *reader, unsigned bit_count) {
    while (reader->bit_count < bit_count) {
        if (reader->left == 0 && reader->bytes < reader->end) reader->left = *reader->bytes++;
        if (reader->left == 0 || reader->bytes == reader->end) return -1;
        reader->bits |= (uint32_t)*reader->bytes++ << reader->bit_count;
        reader->bit_count += 8;
        reader->left--;
    }
    const int code = reader->bits & ((1u << bit_count) - 1);
    reader->bits >>= bit_count;
    reader->bit_count -= bit_count;
    return code;
}

bool picture_unpack_gif(const uint8_t *bytes, size_t count, uint8_t *indices, size_t pixels) {
    if (count == 0 || bytes[0] < 1 || bytes[0] > 8) return false;
    const unsigned least_bits = bytes[0] + 1;
    const int clear = 1 << bytes[0], end = clear + 1;
    code_reader reader = {.bytes = bytes + 1, .end = bytes + count};
    // A code stands for an earlier one and an index behind it.
    struct {
        uint16_t before, length;
        uint8_t first, last;
    } codes[most_codes] = {0};
    for (int code = 0; code < clear; code++) {
        codes[code].length = 1;
        codes[code].first = codes[code].last = code;
    }
    int next = end + 1, previous = -1;
    unsigned bit_count = least_bits;
    for (size_t done = 0; done < pixels;) {
        const int code = next_code(&reader, bit_count);
        if (code < 0 || code == end) return false;
        if (code == clear) {
            next = end + 1;
            previous = -1;
            bit_count = least_bits;
            continue;
        }
        // The code that is about to be made may be used already.
        if (code > (previous < 0 ? clear - 1 : next)) return false;
        if (previous >= 0 && next < most_codes) {
            codes[next].before = previous;
            codes[next].length = codes[previous].length + 1;
            codes[next].first = codes[previous].first;
            codes[next].last = codes[code == next ? previous : code].first;
            next++;
        }
        // Codes of a frame with two indices grow behind its first one, which makes no code.
        if (next == 1 << bit_count && bit_count < most_bits) bit_count++;
        const size_t length = codes[code].length;
        for (size_t place = length, rest = code; place-- > 0; rest = codes[rest].before)
            if (place < pixels - done) indices[done + place] = codes[rest].last;
        done += length < pixels - done ? length : pixels - done;
        previous = code;
    }
    return true;
}

void picture_lay_gif(const uint8_t *indices, const picture_frame *frame, const uint8_t *palette,
                     size_t colours, uint8_t *canvas, uint32_t width, uint32_t height) {
    // The rows of an interlaced frame come in four passes (GIF89a, appendix E).
    static const uint32_t starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
    uint32_t row = 0, pass = 0;
    for (uint32_t count = 0; count < frame->height; count++, indices += frame->width) {
        const uint64_t y = (uint64_t)frame->top + row;
        for (uint64_t x = 0; y < height && x < frame->width && frame->left + x < width; x++) {
            if (indices[x] == frame->transparent || indices[x] >= colours) continue;
            uint8_t *pixel = canvas + (y * width + frame->left + x) * 4;
            memcpy(pixel, palette + indices[x] * 3, 3);
            pixel[3] = 255;
        }
        row += frame->is_interlaced ? steps[pass] : 1;
        while (frame->is_interlaced && row >= frame->height && pass < 3) row = starts[++pass];
    }
}

// MARK: - Writing

/// The colours of a frame: all of its own, or 252 that are spread evenly.
typedef struct {
    uint8_t colours[256 * 3];
    bool is_even;
    /// How many there are.
    unsigned count;
    /// Colours and their indices, each by its hash; 0 is none.
    uint32_t keys[1024];
    uint8_t indices[1024];
} palette;

enum { reds = 6, greens = 7, blues = 6, most_colours = 255 };

static uint32_t key_of(const uint8_t *pixel) {
    return 1u << 24 | pixel[0] << 16 | pixel[1] << 8 | pixel[2];
}

/// The place of a colour, or of the gap where it belongs.
static unsigned place_of(const palette *palette, uint32_t key) {
    unsigned place = (key * 2654435761u) >> 22;
    while (palette->keys[place] && palette->keys[place] != key) place = (place + 1) % 1024;
    return place;
}

static void spread_evenly(palette *palette) {
    palette->is_even = true;
    palette->count = reds * greens * blues;
    for (unsigned index = 0; index < palette->count; index++) {
        uint8_t *colour = palette->colours + index * 3;
        colour[0] = index / (greens * blues) * 255 / (reds - 1);
        colour[1] = index / blues % greens * 255 / (greens - 1);
        colour[2] = index % blues * 255 / (blues - 1);
    }
}

static bool is_seen(const uint8_t *pixel) { return pixel[3] >= 128; }

static void collect(palette *palette, const uint8_t *pixels, size_t count) {
    for (const uint8_t *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
        if (!is_seen(pixel)) continue;
        const unsigned place = place_of(palette, key_of(pixel));
        if (palette->keys[place]) continue;
        if (palette->count == most_colours) {
            spread_evenly(palette);
            return;
        }
        palette->keys[place] = key_of(pixel);
        palette->indices[place] = palette->count;
        memcpy(palette->colours + palette->count * 3, pixel, 3);
        palette->count++;
    }
}

/// The index of a pixel; the one behind all colours is for what is not seen.
static unsigned index_of(const palette *palette, const uint8_t *pixel) {
    if (!is_seen(pixel)) return palette->count;
    if (!palette->is_even) return palette->indices[place_of(palette, key_of(pixel))];
    const unsigned red = (pixel[0] * (reds - 1) + 127) / 255;
    const unsigned green = (pixel[1] * (greens - 1) + 127) / 255;
    return (red * greens + green) * blues + (pixel[2] * (blues - 1) + 127) / 255;
}

typedef struct {
    uint8_t *bytes;
    size_t count;
    /// Where the block begins, with its length.
    size_t block;
    uint32_t bits;
    unsigned bit_count;
} code_writer;

static void start_block(code_writer *writer) {
    writer->block = writer->count;
    writer->bytes[writer->count++] = 0;
}

static void put_byte(code_writer *writer, uint8_t byte) {
    if (writer->bytes[writer->block] == 255) start_block(writer);
    writer->bytes[writer->count++] = byte;
    writer->bytes[writer->block]++;
}

static void put_code(code_writer *writer, unsigned code, unsigned bit_count) {
    writer->bits |= code << writer->bit_count;
    for (writer->bit_count += bit_count; writer->bit_count >= 8; writer->bit_count -= 8) {
        put_byte(writer, writer->bits & 255);
        writer->bits >>= 8;
    }
}

/// The codes that stand for a code and an index behind it, each by its hash; 0 is none.
typedef struct {
    uint32_t keys[2 * most_codes];
    uint16_t codes[2 * most_codes];
} code_table;

static void pack(code_writer *writer, code_table *table, const palette *palette,
                 const uint8_t *pixels, size_t count) {
    enum { clear = 256, end, first };
    unsigned bit_count = 9, next = first, prefix = index_of(palette, pixels);
    put_code(writer, clear, bit_count);
    for (size_t number = 1; number < count; number++) {
        const unsigned index = index_of(palette, pixels + number * 4);
        const uint32_t key = 1u << 24 | prefix << 8 | index;
        unsigned place = (key * 2654435761u) >> 19;
        while (table->keys[place] && table->keys[place] != key)
            place = (place + 1) % (2 * most_codes);
        if (table->keys[place]) {
            prefix = table->codes[place];
            continue;
        }
        put_code(writer, prefix, bit_count);
        prefix = index;
        if (next < most_codes) {
            table->keys[place] = key;
            table->codes[place] = next;
            if (next == 1u << bit_count) bit_count++;
            next++;
        } else {
            put_code(writer, clear, bit_count);
            memset(table->keys, 0, sizeof table->keys);
            bit_count = 9;
            next = first;
        }
    }
    put_code(writer, prefix, bit_count);
    if (next == 1u << bit_count && bit_count < most_bits) bit_count++;
    put_code(writer, end, bit_count);
    if (writer->bit_count > 0) put_byte(writer, writer->bits & 255);
    // A block without bytes is the last one.
    start_block(writer);
}

bool picture_pack_gif(const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *transparent,
                      picture_file *result) {
    const size_t count = (size_t)width * height;
    if (count == 0 || width > UINT16_MAX || height > UINT16_MAX) return false;
    palette *palette = calloc(1, sizeof *palette);
    code_table *table = calloc(1, sizeof *table);
    // A code of twelve bits for each pixel, and the lengths of the blocks, are less.
    uint8_t *bytes = malloc(count * 2 + 2048);
    const bool is_done = palette && table && bytes;
    if (is_done) {
        collect(palette, pixels, count);
        *transparent = palette->count;
        const uint8_t start[] = {0x2C, 0, 0, 0, 0, width, width >> 8, height, height >> 8, 0x87};
        memcpy(bytes, start, sizeof start);
        memcpy(bytes + sizeof start, palette->colours, sizeof palette->colours);
        code_writer writer = {.bytes = bytes, .count = sizeof start + sizeof palette->colours};
        bytes[writer.count++] = 8;
        start_block(&writer);
        pack(&writer, table, palette, pixels, count);
        *result = (picture_file){bytes, writer.count};
    }
    if (!is_done) free(bytes);
    free(table);
    free(palette);
    return is_done;
}
