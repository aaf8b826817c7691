// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How the command ends, as a shell sees it; `docs/server-command.md` says the same to people.
enum ExitStatus: Int32 {
    /// Done; also where a signal asked for the end.
    case success = 0
    /// Something failed that is not the arguments' fault: the port is taken, say, or the output can't be written.
    case failure = 1
    /// The push service did not take the push, and will not the next time; or the device is gone.
    case rejected = 8
    /// The arguments, or the files that they name, make no sense (`EX_USAGE`).
    case usage = 64
    /// The push service did not take the push, or did not answer: later it may (`EX_TEMPFAIL`).
    case later = 75
}
