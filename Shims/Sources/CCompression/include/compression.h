// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SHIMS_COMPRESSION_H
#define SHIMS_COMPRESSION_H

#include <stddef.h>
#include <stdint.h>

/// The algorithms of Apple's library, of which COMPRESSION_ZLIB alone is here.
typedef enum {
    COMPRESSION_LZ4 = 0x100,
    COMPRESSION_LZ4_RAW = 0x101,
    COMPRESSION_ZLIB = 0x205,
    COMPRESSION_LZMA = 0x306,
    COMPRESSION_LZBITMAP = 0x702,
    COMPRESSION_LZFSE = 0x801,
    COMPRESSION_BROTLI = 0xB02,
} compression_algorithm;

/// Where a stream reads and writes; `state` is its own.
typedef struct {
    uint8_t *_Nonnull dst_ptr;
    size_t dst_size;
    const uint8_t *_Nonnull src_ptr;
    size_t src_size;
    void *_Nullable state;
} compression_stream;

typedef enum {
    COMPRESSION_STREAM_ENCODE = 0,
    COMPRESSION_STREAM_DECODE = 1,
} compression_stream_operation;

/// Said when the source is the last.
typedef enum {
    COMPRESSION_STREAM_FINALIZE = 0x0001,
} compression_stream_flags;

typedef enum {
    COMPRESSION_STATUS_OK = 0,
    COMPRESSION_STATUS_ERROR = -1,
    COMPRESSION_STATUS_END = 1,
} compression_status;

/// The memory that the caller may lend, which is none.
size_t compression_encode_scratch_buffer_size(compression_algorithm algorithm);

/// The memory that the caller may lend, which is none.
size_t compression_decode_scratch_buffer_size(compression_algorithm algorithm);

/// Compresses a buffer; returns 0 if the result has no room, or the algorithm is not here.
size_t compression_encode_buffer(uint8_t *_Nonnull dst_buffer, size_t dst_size,
                                 const uint8_t *_Nonnull src_buffer, size_t src_size,
                                 void *_Nullable scratch_buffer, compression_algorithm algorithm);

/// Decompresses a buffer, as far as there is room; returns 0 if the source is damaged or cut, or
/// the algorithm is not here.
size_t compression_decode_buffer(uint8_t *_Nonnull dst_buffer, size_t dst_size,
                                 const uint8_t *_Nonnull src_buffer, size_t src_size,
                                 void *_Nullable scratch_buffer, compression_algorithm algorithm);

/// Begins a stream; fails, and says so on standard error, if the algorithm is not here.
compression_status compression_stream_init(compression_stream *_Nonnull stream,
                                           compression_stream_operation operation,
                                           compression_algorithm algorithm);

/// Goes on until the source is used up or the destination is full.
compression_status compression_stream_process(compression_stream *_Nonnull stream, int flags);

/// Ends a stream.
compression_status compression_stream_destroy(compression_stream *_Nonnull stream);

#endif
