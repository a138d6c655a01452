import Foundation
import Glibc
import Synchronization
import TestSupport

/// Two tunnel devices, one in each namespace, and this process between them: a network that loses packets by a seed.
///
/// For kernels without `netem`.
final class RelayLink: Link {
    let near = "10.98.0.1"
    private let far: FarSide
    private let relay: Relay

    var farSide: [String] { far.words }

    /// Why there can be none.
    static var obstacle: String? {
        do {
            close(try Tunnel("probe2").descriptor)
            return nil
        } catch { return "\(error)" }
    }

    init(seed: UInt64) async throws {
        far = try await FarSide()
        let (here, there) = (try Tunnel("near0"), try Tunnel("far0"))
        try Command.run("ip", "link", "set", "far0", "netns", "\(far.holder.identifier)")
        try Command.run("ip", "address", "add", "\(near)", "peer", "10.98.0.2", "dev", "near0")
        try Command.run("ip", "link", "set", "near0", "up")
        try far.run("ip", "address", "add", "10.98.0.2", "peer", near, "dev", "far0")
        try far.run("ip", "link", "set", "far0", "up")
        relay = Relay(here, there, seed: seed)
        relay.start()
    }

    func slow(_ isSlow: Bool) throws { relay.isSlow.withLock { $0 = isSlow } }

    func remove() async {
        relay.isEnding.withLock { $0 = true }
        await far.holder.end(SIGKILL)
    }
}

/// A device whose packets this process reads and writes.
struct Tunnel: Sendable {
    let descriptor: Int32

    init(_ name: String) throws {
        descriptor = unsafe open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Trouble("/dev/net/tun: \(unsafe String(cString: strerror(errno)))") }
        // struct ifreq: the name, then the flags IFF_TUN and IFF_NO_PI.
        var request = [UInt8](repeating: 0, count: 40)
        for (index, letter) in name.utf8.enumerated() { request[index] = letter }
        (request[16], request[17]) = (0x01, 0x10)
        let status = unsafe request.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return Int32(-1) }
            return unsafe ioctl(descriptor, 0x4004_54CA, base)
        }
        guard status == 0 else {
            let reason = unsafe String(cString: strerror(errno))
            close(descriptor)
            throw Trouble("a tunnel device cannot be made: \(reason)")
        }
    }
}

/// Carries packets between two tunnels, on a thread of its own.
final class Relay: Sendable {
    let isSlow = Mutex(false)
    let isEnding = Mutex(false)
    private let tunnels: [Tunnel]
    private let seed: UInt64

    private struct Packet {
        let bytes: [UInt8]
        let due: ContinuousClock.Instant
    }

    init(_ first: Tunnel, _ second: Tunnel, seed: UInt64) {
        (tunnels, self.seed) = ([first, second], seed)
    }

    func start() {
        Thread.detachNewThread { self.serve() }
    }

    private func serve() {
        var generator = SeededGenerator(seed: seed)
        var waiting: [[Packet]] = [[], []]
        while !isEnding.withLock({ $0 }) {
            var seen = tunnels.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            _ = unsafe poll(&seen, 2, waiting.allSatisfy(\.isEmpty) ? 100 : 1)
            for side in 0...1 {
                waiting[side] += packets(from: tunnels[side], &generator)
                let now = ContinuousClock.now
                let due = waiting[side].prefix { $0.due <= now }
                for packet in due { _ = unsafe write(tunnels[1 - side].descriptor, packet.bytes, packet.bytes.count) }
                waiting[side].removeFirst(due.count)
            }
        }
        for tunnel in tunnels { close(tunnel.descriptor) }
    }

    private func packets(from tunnel: Tunnel, _ generator: inout SeededGenerator) -> [Packet] {
        var (found, buffer) = ([Packet](), [UInt8](repeating: 0, count: 2048))
        let isSlow = isSlow.withLock { $0 }
        while found.count < 1000 {
            let count = unsafe read(tunnel.descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            guard isSlow else {
                found.append(Packet(bytes: Array(buffer[..<count]), due: .now))
                continue
            }
            let isLost = Int.random(in: 0..<100, using: &generator) == 0
            let delay = Int.random(in: 15...25, using: &generator)
            if !isLost { found.append(Packet(bytes: Array(buffer[..<count]), due: .now + .milliseconds(delay))) }
        }
        return found
    }
}
