import Foundation
import Glibc

/// A file system of a few megabytes, which can be made full.
struct SmallDisk: Sendable {
    let path: String
    private var filler: String { path + "/filler" }

    /// Whether this process may mount one.
    static var isPossible: Bool {
        let path = "\(FileManager.default.temporaryDirectory.path)/disk-\(UUID().uuidString)"
        guard let disk = try? SmallDisk(path, megabytes: 1) else { return false }
        disk.remove()
        return true
    }

    init(_ path: String, megabytes: Int) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard unsafe mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
            throw POSIXError(.init(rawValue: errno) ?? .EPERM)
        }
    }

    func remove() {
        unsafe umount2(path, Int32(MNT_DETACH))
    }

    /// Bytes that can still be written.
    var free: Int {
        var found = statvfs()
        guard unsafe statvfs(path, &found) == 0 else { return 0 }
        return Int(found.f_bavail) * Int(found.f_frsize)
    }

    /// Fills it, all but some bytes.
    func fill(leaving rest: Int) throws {
        try Data(count: max(0, free - rest)).write(to: URL(fileURLWithPath: filler))
    }

    func empty() throws {
        try FileManager.default.removeItem(atPath: filler)
    }
}
