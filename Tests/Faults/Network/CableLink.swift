import Foundation
import Glibc

/// A virtual cable between two network namespaces, which can be pulled, and slowed down by the kernel.
final class CableLink: Link {
    let near = "10.99.0.1"
    private let far: FarSide

    var farSide: [String] { far.words }

    /// Why there can be none.
    static var obstacle: String? {
        let outcome = Command.output(["ip", "link", "add", "name", "probe0", "type", "veth", "peer", "name", "probe1"])
        guard outcome.status == 0 else { return "ip link add … type veth: \(outcome.text)" }
        _ = Command.output(["ip", "link", "delete", "probe0"])
        return nil
    }

    /// Why the kernel cannot slow one down.
    static var emulatorObstacle: String? {
        if let obstacle { return obstacle }
        _ = Command.output(["ip", "link", "add", "name", "probe0", "type", "veth", "peer", "name", "probe1"])
        defer { _ = Command.output(["ip", "link", "delete", "probe0"]) }
        let outcome = Command.output(["tc", "qdisc", "add", "dev", "probe0", "root", "netem", "delay", "1ms"])
        return outcome.status == 0 ? nil : outcome.text
    }

    init() async throws {
        far = try await FarSide()
        try Command.run("ip", "link", "add", "name", "near0", "type", "veth", "peer", "name", "far0")
        try Command.run("ip", "link", "set", "far0", "netns", "\(far.holder.identifier)")
        try Command.run("ip", "address", "add", "\(near)/30", "dev", "near0")
        try Command.run("ip", "link", "set", "near0", "up")
        try far.run("ip", "address", "add", "10.99.0.2/30", "dev", "far0")
        try far.run("ip", "link", "set", "far0", "up")
        // So that a connection breaks within seconds, and not within a quarter of an hour.
        try "4".write(toFile: "/proc/sys/net/ipv4/tcp_retries2", atomically: false, encoding: .utf8)
        try far.run("sh", "-c", "echo 4 >/proc/sys/net/ipv4/tcp_retries2")
    }

    func cut() throws { try Command.run("ip", "link", "set", "near0", "down") }
    func heal() throws { try Command.run("ip", "link", "set", "near0", "up") }

    func slow(_ isSlow: Bool) throws {
        guard isSlow else {
            try Command.run("tc", "qdisc", "delete", "dev", "near0", "root")
            return try far.run("tc", "qdisc", "delete", "dev", "far0", "root")
        }
        try Command.run(["tc", "qdisc", "add", "dev", "near0", "root"] + Self.emulation)
        try far.run(["tc", "qdisc", "add", "dev", "far0", "root"] + Self.emulation)
    }

    private static let emulation = ["netem", "delay", "20ms", "5ms", "loss", "1%", "limit", "10000"]

    func remove() async {
        _ = Command.output(["ip", "link", "delete", "near0"])
        await far.holder.end(SIGKILL)
    }
}
