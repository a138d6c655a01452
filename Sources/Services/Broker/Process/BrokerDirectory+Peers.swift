internal import FoundationEssentials
internal import Glibc

extension BrokerDirectory {
    /// Bytes that wait in the system for a client, beyond which it does not read.
    private static let unread = 65_536

    /// Bytes of memory of the broker that runs in the directory; nil when none does.
    var memory: Int? {
        guard let process = runningProcess,
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return nil }
        return Int(line.filter(\.isNumber)).map { $0 * 1024 }
    }

    /// The ports from which clients are connected that do not read.
    var stalledPorts: Set<UInt16> {
        guard let process = runningProcess, let text = try? String(contentsOfFile: configurationFile, encoding: .utf8)
        else { return [] }
        let own = text.split(separator: "\n").filter { $0.hasPrefix("listener ") }
            .compactMap { UInt16($0.split(separator: " ")[1]) }
        var ports: Set<UInt16> = []
        for table in ["tcp", "tcp6"] {
            let lines = Self.text(of: "/proc/\(process)/net/\(table)")
            ports.formUnion(lines.split(separator: "\n").compactMap { Self.stalledPort(in: $0, listeners: Set(own)) })
        }
        return ports
    }

    /// All of a file of the system's, of which each reading gets a page; Foundation reads one.
    private static func text(of file: String) -> String {
        let source = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { return "" }
        defer { close(source) }
        var text = [UInt8]()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(source, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }

    /// Number, own address and port, the other's, state, what waits to be sent and to be read.
    static func stalledPort(in line: Substring, listeners: Set<UInt16>) -> UInt16? {
        let fields = line.split(separator: " ")
        guard fields.count > 4, fields[3] == "01",
            let own = fields[1].split(separator: ":").last.flatMap({ UInt16($0, radix: 16) }), listeners.contains(own),
            let waiting = fields[4].split(separator: ":").first.flatMap({ Int($0, radix: 16) }), waiting >= unread
        else { return nil }
        return fields[2].split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }

    /// Who has connected from ports, as far as the log still tells; whoever it was, when a port was used by several.
    ///
    /// A client chooses its id, which stands before its user, so that only the end of the line is to be believed.
    func users(ofPorts ports: Set<UInt16>) -> [UInt16: Set<String>] {
        var users: [UInt16: Set<String>] = [:]
        for line in logLines {
            guard let words = Self.words(of: line, behind: "New client connected from "), words.hasSuffix("')."),
                let address = words.split(separator: " ").first,
                let port = address.split(separator: ":").last.flatMap({ UInt16($0) }), ports.contains(port),
                let start = words.lastIndex(of: ",")
            else { continue }
            users[port, default: []].insert(String(words[start...].dropFirst(4).dropLast(3)))
        }
        return users
    }
}
