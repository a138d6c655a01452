import Foundation

/// What the kernel says of this machine's Bluetooth.
struct KernelReport: Hashable, Sendable {
    /// Whether the kernel knows Bluetooth at all.
    var isSupported: Bool
    /// Such as `hci0`, in order.
    var adapters: [String] = []
    var blocks: [Block] = []
    /// Whether this process may listen to every report of the controllers.
    var mayTap = false
    /// Whether this process may ask the kernel about connections that others have made.
    var mayManage = false

    /// A radio that somebody has switched off.
    struct Block: Hashable, Sendable {
        let name: String
        /// By a switch of the machine's case or firmware, which no program can turn.
        let isHard: Bool
    }

    /// Reads what the kernel shows in its files of its devices and of this process.
    init(isSupported: Bool, system: String = "/sys", status: String = "/proc/self/status") {
        self.isSupported = isSupported
        adapters = Self.names(in: "\(system)/class/bluetooth").filter { name in
            // Links stand beside the adapters, as in `hci0:64`.
            name.hasPrefix("hci") && !name.dropFirst(3).isEmpty && name.dropFirst(3).allSatisfy(\.isNumber)
        }
        blocks = Self.names(in: "\(system)/class/rfkill").compactMap { Self.block("\(system)/class/rfkill/\($0)") }
        let capabilities = Self.capabilities(status)
        (mayTap, mayManage) = (capabilities & Self.rawSockets != 0, capabilities & Self.administration != 0)
    }

    static var here: KernelReport {
        // AF_BLUETOOTH and its HCI protocol.
        let descriptor = socket(31, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 1)
        let isSupported = descriptor >= 0 || errno != EAFNOSUPPORT
        if descriptor >= 0 { close(descriptor) }
        return KernelReport(isSupported: isSupported)
    }

    /// CAP_NET_RAW: linux/capability.h.
    private static let rawSockets: UInt64 = 1 << 13
    /// CAP_NET_ADMIN: linux/capability.h.
    private static let administration: UInt64 = 1 << 12

    private static func names(in directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    private static func block(_ directory: String) -> Block? {
        guard text("\(directory)/type") == "bluetooth" else { return nil }
        let isHard = text("\(directory)/hard") == "1"
        guard isHard || text("\(directory)/soft") == "1" else { return nil }
        return Block(name: text("\(directory)/name") ?? "bluetooth", isHard: isHard)
    }

    private static func text(_ file: String) -> String? {
        (try? String(contentsOfFile: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func capabilities(_ status: String) -> UInt64 {
        let line = text(status)?.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        return line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    }
}
