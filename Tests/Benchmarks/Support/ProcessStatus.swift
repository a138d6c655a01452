import Foundation

/// What the kernel knows of a process.
struct ProcessStatus {
    let identifier: Int32

    static var ours: ProcessStatus { ProcessStatus(identifier: getpid()) }

    /// Bytes in memory now.
    var resident: Double { field("VmRSS") }
    /// The most bytes that were ever in memory.
    var peak: Double { field("VmHWM") }

    /// Processor time used so far, in seconds: user and system, of all threads.
    var processorSeconds: Double {
        // The name may hold blanks; what follows its parenthesis does not.
        let line = (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)) ?? ""
        let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return .nan }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func field(_ name: String) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return (kilobytes ?? .nan) * 1024
    }
}
