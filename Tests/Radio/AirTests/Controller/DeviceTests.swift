import Bluetooth
import Foundation
import Glibc
import TestSupport
import Testing
import Tracking

@testable import Air

@Suite struct DeviceTests {
    private func adapters(_ count: Int = 1) throws -> VirtualAdapters {
        let medium = Medium(propagation: FixedPropagation(), generator: SeededGenerator(seed: 1))
        return try VirtualAdapters(Airspace(medium, controllers: (0..<count).map { _ in controller() }))
    }

    @Test func `a missing device says which module root has to load`() async throws {
        let adapters = try adapters()
        await #expect(throws: VHCIError.missing(path: "/nowhere/vhci")) {
            _ = try await adapters.open(path: "/nowhere/vhci")
        }
        #expect(VHCIError.missing(path: "/dev/vhci").description.contains("modprobe hci_vhci"))
        #expect(VHCIError.notPermitted(path: "/dev/vhci").description.contains("as root"))
    }

    @Test func `a device that takes nothing is no virtual adapter`() async throws {
        let adapters = try adapters()
        await #expect(throws: VHCIError.self) { _ = try await adapters.open(path: "/dev/full") }
    }

    @Test func `a socket is no place for a file that is there already, nor for a path that is too long`() async throws {
        let adapters = try adapters()
        try await withScratch { folder in
            let file = folder + "/file"
            #expect(FileManager.default.createFile(atPath: file, contents: nil))
            await #expect(throws: VHCIError.self) { try await adapters.listen(path: file) }
            #expect(FileManager.default.fileExists(atPath: file))
            let long = folder + "/" + String(repeating: "x", count: 108)
            await #expect(throws: VHCIError.self) { try await adapters.listen(path: long) }
        }
    }

    @Test func `a host on the socket is answered, and the next finds the controller as after a reset`() async throws {
        let adapters = try adapters()
        try await withScratch { folder in
            let path = folder + "/hci"
            try await adapters.listen(path: path)
            #expect(try permissions(of: path) == 0o600)
            let first = try SocketHost(path)
            // Two commands in pieces that are no packets.
            first.write([1, 0x05, 0x20, 6, 1, 2])
            first.write([3, 4, 5, 0xC6, 1, 0x01])
            first.write([0x10, 0])
            #expect(first.read(7) == hex("04 0e 04 01 05 20 00"))
            #expect(first.read(15).prefix(7) == hex("04 0e 0c 01 01 10 00")[...])
            // The advertising filter that this host leaves on must not be the next one's.
            first.write(command(.leSetScanParameters, "00 10 00 10 00 00 00"))
            first.write(command(.leSetScanEnable, "01 00"))
            #expect(first.read(14).count == 14)
            first.close()
            let second = try SocketHost(path)
            second.write(command(.leSetScanParameters, "00 10 00 10 00 00 00"))
            #expect(second.read(7) == hex("04 0e 04 01 0b 20 00"))
            second.close()
            await adapters.close()
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `each adapter has a socket of its own, and its host is answered there`() async throws {
        let adapters = try adapters(3)
        try await withScratch { folder in
            let path = folder + "/hci"
            let paths = try await adapters.listen(path: path)
            #expect(paths == [path, path + ".2", path + ".3"])
            let hosts = try paths.map { try SocketHost($0) }
            for (index, host) in hosts.enumerated().reversed() {
                #expect(try permissions(of: paths[index]) == 0o600)
                host.write([1, 0x05, 0x20, 6, 1, 2, 3, 4, 5, 0xC6])
                #expect(host.read(7) == hex("04 0e 04 01 05 20 00"))
            }
            for host in hosts { host.close() }
            await adapters.close()
            #expect(paths.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        }
    }

    @Test func `a host that floods its adapter does not keep the others from theirs`() async throws {
        let adapters = try adapters(2)
        try await withScratch { folder in
            let paths = try await adapters.listen(path: folder + "/hci")
            let hosts = try paths.map { try SocketHost($0) }
            // As long as the second one is not answered, and never read.
            let flood = Task.detached {
                let random = [[UInt8]](repeating: command(.leRandom), count: 500).flatMap(\.self)
                while !Task.isCancelled { hosts[0].write(random) }
            }
            try await Task.sleep(for: .milliseconds(100))
            hosts[1].write(command(.leRandom))
            #expect(hosts[1].read(15).prefix(7) == hex("04 0e 0c 01 18 20 00")[...])
            flood.cancel()
            await flood.value
            for host in hosts { host.close() }
            await adapters.close()
        }
    }

    @Test func `a machine too slow for its tags answers their host soon, and lets the air stand still`() async throws {
        // Each packet takes longer to compute than the next one is away.
        var medium = Medium(propagation: SlowPropagation(), generator: SeededGenerator(seed: 1))
        for number in 0..<200 { medium.advertise(TagID(number), advertisement(number)) }
        let adapters = try VirtualAdapters(Airspace(medium, controllers: [controller(), controller()]))
        try await withScratch { folder in
            let hosts = try await adapters.listen(path: folder + "/hci").map { try SocketHost($0) }
            hosts[0].write(command(.leSetScanParameters, "00 10 00 10 00 00 00") + command(.leSetScanEnable, "01 00"))
            #expect(hosts[0].read(14) == hex("04 0e 04 01 0b 20 00 04 0e 04 01 0c 20 00"))
            // Each turn has more to make up for than the one before.
            for _ in 0..<100 where await adapters.standstill == .zero {
                hosts[1].write(command(.leRandom))
                #expect(hosts[1].read(15).prefix(7) == hex("04 0e 0c 01 18 20 00")[...])
            }
            #expect(await adapters.standstill > .zero)
            for host in hosts { host.close() }
            await adapters.close()
        }
    }

    @Test func `a host that reads late gets all of it, though nothing else happens`() async throws {
        let adapters = try adapters()
        try await withScratch { folder in
            let path = folder + "/hci"
            try await adapters.listen(path: path)
            let host = try SocketHost(path)
            // 800 kB of answers, more than a socket holds.
            let count = 11_000
            for _ in 0..<count / 100 {
                host.write([[UInt8]](repeating: command(.readLocalCommands), count: 100).flatMap(\.self))
            }
            while await adapters.traffic.fromHost < count { try await Task.sleep(for: .milliseconds(5)) }
            #expect(host.read(count * 71).count == count * 71)
            host.close()
            await adapters.close()
        }
    }

    @Test func `the air can be changed without any device`() async throws {
        let adapters = try adapters()
        await adapters.change { $0.advertise(TagID(1), advertisement(1)) }
        #expect(await adapters.medium.advertisement(of: TagID(1)) == advertisement(1))
        #expect(await adapters.traffic == VirtualAdapters.Traffic())
    }
}

/// Takes 5 ms for each packet.
private struct SlowPropagation: Propagation {
    func strength(on path: SignalPath, at time: AirTime) -> Double {
        usleep(5000)
        return -50
    }
}

/// A host at the other end of the socket.
private final class SocketHost: Sendable {
    private let descriptor: Int32

    struct NotConnected: Error {}

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw NotConnected() }
        // Who is not answered fails, and does not wait for ever.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size)
        )
    }

    func write(_ bytes: [UInt8]) {
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Waits for so many bytes.
    func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe recv(descriptor, &bytes, count, Int32(MSG_WAITALL))
        return Array(bytes.prefix(max(0, got)))
    }

    func close() { _ = Glibc.close(descriptor) }
}

private func permissions(of path: String) throws -> mode_t {
    var status = stat()
    _ = unsafe lstat(path, &status)
    return status.st_mode & 0o777
}

private func withScratch(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "air-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
}
