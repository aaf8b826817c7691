// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Foundation

    extension POSIXFileSystem {
        /// Sets the resource value that keeps a folder out of iCloud and Time Machine backups.
        package func excludeFromBackups(_ folder: String) {
            var url = URL(filePath: folder, directoryHint: .isDirectory)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? url.setResourceValues(values)
        }
    }
#else
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    extension POSIXFileSystem {
        /// Leaves the file `.nobackup` in the folder, and sets its no-dump attribute if there is
        /// one.
        package func excludeFromBackups(_ folder: String) {
            try? create(folder + "/.nobackup", contents: Span())
            guard let descriptor = try? FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
            else { return }
            // From linux/fs.h, as macros that Swift can't read: FS_IOC_GETFLAGS, FS_IOC_SETFLAGS,
            // FS_NODUMP_FL.
            let getFlags = UInt(0x8000_6601) | UInt(MemoryLayout<Int>.size) << 16
            let setFlags = UInt(0x4000_6602) | UInt(MemoryLayout<Int>.size) << 16
            var flags: Int = 0  // the kernel's `long` in its name, an int in what it writes
            guard unsafe ioctl(descriptor.number, getFlags, &flags) == 0 else { return }
            flags |= 0x40
            _ = unsafe ioctl(descriptor.number, setFlags, &flags)
        }
    }
#endif
