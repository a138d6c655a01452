import Glibc

/// Files as the operating system has them, so that what is written is on the disk when it is said to be.
package enum SystemFile {
    /// The bytes of a file; nil when there is none.
    static func read(_ path: String) throws(RegistryError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure(path, "opening") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, "reading") }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Puts other bytes in the place of a file: whoever opens it finds the old ones or the new ones, after a crash too.
    ///
    /// Only its owner may read it.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(RegistryError) {
        let temporary = path + ".new"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(temporary, "making the file") }
        do throws(RegistryError) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, temporary)
            guard fsync(descriptor) == 0 else { throw failure(temporary, "writing to the disk") }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
        guard unsafe rename(temporary, path) == 0 else {
            let error = failure(path, "replacing")
            _ = unsafe unlink(temporary)
            throw error
        }
        try sync(directory(of: path))
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(RegistryError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path, "writing") }
            rest = rest.dropFirst(count)
        }
    }

    /// Without it the new name may be lost with the power.
    private static func sync(_ directory: String) throws(RegistryError) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(directory, "opening") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(directory, "writing to the disk") }
    }

    /// Makes the directory in which a file is to be, with those above it.
    static func makeDirectory(of path: String) throws(RegistryError) {
        let directory = directory(of: path)
        if unsafe access(directory, F_OK) == 0 { return }
        try makeDirectory(of: directory)
        guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw failure(directory, "making the directory")
        }
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ path: String, _ doing: String) -> RegistryError {
        RegistryError(path, .system(doing: doing, reason: unsafe String(cString: strerror(errno))))
    }

    /// A lock between processes; it ends with the process at the latest.
    struct Lock {
        private let descriptor: Int32

        /// Waits until nobody else has it.
        init(_ path: String) throws(RegistryError) {
            descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure(path, "opening the lock") }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    let error = failure(path, "locking")
                    close(descriptor)
                    throw error
                }
            }
        }

        func release() {
            close(descriptor)
        }
    }
}
