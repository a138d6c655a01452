import Foundation
import Glibc

/// A virtual cable between two network namespaces, which can be pulled, and slowed down by the kernel.
final class CableLink: Link {
    var near: String { "10.99.\(number).1" }
    private let far: FarSide
    /// Tells cables between the same namespaces apart.
    private let number: Int
    private var device: String { "near\(number)" }

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

    /// A cable to another namespace.
    ///
    /// - Parameters:
    ///   - other: another one to the same namespace, where there is one.
    ///   - breaksSoon: whether a connection breaks within seconds when it is cut, and not within a quarter of an hour.
    /// - Throws: ``Trouble`` when there can be none.
    init(beside other: CableLink? = nil, breaksSoon: Bool = true) async throws {
        number = (other?.number ?? -1) + 1
        let new = other == nil ? try await FarSide() : nil
        guard let far = other?.far ?? new else { throw Trouble("there is no other side") }
        self.far = far
        let end = "far\(number)"
        try Command.run("ip", "link", "add", "name", device, "type", "veth", "peer", "name", end)
        try Command.run("ip", "link", "set", end, "netns", "\(far.holder.identifier)")
        try Command.run("ip", "address", "add", "\(near)/30", "dev", device)
        try Command.run("ip", "link", "set", device, "up")
        try far.run("ip", "address", "add", "10.99.\(number).2/30", "dev", end)
        try far.run("ip", "link", "set", end, "up")
        guard breaksSoon else { return }
        try "4".write(toFile: "/proc/sys/net/ipv4/tcp_retries2", atomically: false, encoding: .utf8)
        try far.run("sh", "-c", "echo 4 >/proc/sys/net/ipv4/tcp_retries2")
    }

    func cut() throws { try Command.run("ip", "link", "set", device, "down") }
    func heal() throws { try Command.run("ip", "link", "set", device, "up") }

    func slow(_ isSlow: Bool) throws {
        guard isSlow else {
            try Command.run("tc", "qdisc", "delete", "dev", device, "root")
            return try far.run("tc", "qdisc", "delete", "dev", "far\(number)", "root")
        }
        try Command.run(["tc", "qdisc", "add", "dev", device, "root"] + Self.emulation)
        try far.run(["tc", "qdisc", "add", "dev", "far\(number)", "root"] + Self.emulation)
    }

    private static let emulation = ["netem", "delay", "20ms", "5ms", "loss", "1%", "limit", "10000"]

    func remove() async {
        _ = Command.output(["ip", "link", "delete", device])
        await far.holder.end(SIGKILL)
    }
}
