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
    var processorSeconds: Double { seconds(11...12) }

    /// The same, with that of its children, those that have ended among them.
    var familySeconds: Double {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let others = all.compactMap { Int32($0).map(ProcessStatus.init) }
        return seconds(11...14)
            + others.filter { $0.fields.dropFirst().first == "\(identifier)" }.map(\.processorSeconds)
            // One that has ended since it was listed.
            .filter { !$0.isNaN }.reduce(0, +)
    }

    /// What the kernel writes on a line behind the name: the state first, then the parent.
    private var fields: [Substring] {
        // The name may hold blanks; what follows its parenthesis does not.
        let line = (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)) ?? ""
        return line.split(separator: ")").last?.split(separator: " ") ?? []
    }

    private func seconds(_ places: ClosedRange<Int>) -> Double {
        let fields = fields
        guard fields.count > places.upperBound else { return .nan }
        return places.reduce(0) { $0 + (Double(fields[$1]) ?? .nan) } / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func field(_ name: String) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return (kilobytes ?? .nan) * 1024
    }
}
