// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#include "compression.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

/// What a stream keeps between two calls.
typedef struct {
    z_stream zlib;
    bool decodes;
} state;

// Apple's are raw DEFLATE (RFC 1951), at level 5.
enum { RAW = -15, LEVEL = 5, MEMORY = 8 };

compression_status compression_stream_init(compression_stream *stream,
                                           compression_stream_operation operation,
                                           compression_algorithm algorithm) {
    stream->state = NULL;
    if (algorithm != COMPRESSION_ZLIB) {
        fprintf(stderr,
                "Compression: algorithm 0x%03X is not available on Linux, COMPRESSION_ZLIB alone\n",
                (unsigned)algorithm);
        return COMPRESSION_STATUS_ERROR;
    }
    state *state = calloc(1, sizeof *state);
    if (!state) return COMPRESSION_STATUS_ERROR;
    state->decodes = operation == COMPRESSION_STREAM_DECODE;
    const int code = state->decodes ? inflateInit2(&state->zlib, RAW)
                                    : deflateInit2(&state->zlib, LEVEL, Z_DEFLATED, RAW, MEMORY,
                                                   Z_DEFAULT_STRATEGY);
    if (code != Z_OK) {
        free(state);
        return COMPRESSION_STATUS_ERROR;
    }
    stream->state = state;
    return COMPRESSION_STATUS_OK;
}

static uInt part(size_t size) { return size > UINT_MAX ? UINT_MAX : (uInt)size; }

compression_status compression_stream_process(compression_stream *stream, int flags) {
    state *state = stream->state;
    if (!state) return COMPRESSION_STATUS_ERROR;
    const bool is_last = flags & COMPRESSION_STREAM_FINALIZE;
    z_stream *zlib = &state->zlib;
    while (true) {
        const uInt read = part(stream->src_size), room = part(stream->dst_size);
        zlib->next_in = (Bytef *)stream->src_ptr;
        zlib->avail_in = read;
        zlib->next_out = stream->dst_ptr;
        zlib->avail_out = room;
        const bool finishes = is_last && read == stream->src_size;
        const int code = state->decodes ? inflate(zlib, Z_NO_FLUSH)
                                        : deflate(zlib, finishes ? Z_FINISH : Z_NO_FLUSH);
        const bool moves = zlib->avail_in < read || zlib->avail_out < room;
        stream->src_ptr += read - zlib->avail_in;
        stream->src_size -= read - zlib->avail_in;
        stream->dst_ptr += room - zlib->avail_out;
        stream->dst_size -= room - zlib->avail_out;
        if (code == Z_STREAM_END) return COMPRESSION_STATUS_END;
        if (code != Z_OK && code != Z_BUF_ERROR) return COMPRESSION_STATUS_ERROR;
        if (!moves || stream->dst_size == 0) break;
    }
    // More is needed, and nothing comes.
    const bool is_cut = state->decodes && is_last && stream->src_size == 0 && stream->dst_size > 0;
    return is_cut ? COMPRESSION_STATUS_ERROR : COMPRESSION_STATUS_OK;
}

compression_status compression_stream_destroy(compression_stream *stream) {
    state *state = stream->state;
    if (!state) return COMPRESSION_STATUS_ERROR;
    if (state->decodes)
        inflateEnd(&state->zlib);
    else
        deflateEnd(&state->zlib);
    free(state);
    stream->state = NULL;
    return COMPRESSION_STATUS_OK;
}

size_t compression_encode_scratch_buffer_size(compression_algorithm algorithm) {
    (void)algorithm;
    return 0;
}

size_t compression_decode_scratch_buffer_size(compression_algorithm algorithm) {
    (void)algorithm;
    return 0;
}

static size_t run(uint8_t *target, size_t target_size, const uint8_t *source, size_t source_size,
                  compression_stream_operation operation, compression_algorithm algorithm) {
    compression_stream stream = {target, target_size, source, source_size, NULL};
    if (compression_stream_init(&stream, operation, algorithm) != COMPRESSION_STATUS_OK) return 0;
    const compression_status status =
        compression_stream_process(&stream, COMPRESSION_STREAM_FINALIZE);
    compression_stream_destroy(&stream);
    // A decompressed text may be cut, a compressed one not.
    const bool may_be_cut = operation == COMPRESSION_STREAM_DECODE;
    const bool is_good = status == COMPRESSION_STATUS_END ||
                         (status == COMPRESSION_STATUS_OK && may_be_cut);
    return is_good ? target_size - stream.dst_size : 0;
}

size_t compression_encode_buffer(uint8_t *dst_buffer, size_t dst_size, const uint8_t *src_buffer,
                                 size_t src_size, void *scratch_buffer,
                                 compression_algorithm algorithm) {
    (void)scratch_buffer;
    return run(dst_buffer, dst_size, src_buffer, src_size, COMPRESSION_STREAM_ENCODE, algorithm);
}

size_t compression_decode_buffer(uint8_t *dst_buffer, size_t dst_size, const uint8_t *src_buffer,
                                 size_t src_size, void *scratch_buffer,
                                 compression_algorithm algorithm) {
    (void)scratch_buffer;
    return run(dst_buffer, dst_size, src_buffer, src_size, COMPRESSION_STREAM_DECODE, algorithm);
}
