import Foundation
import Web

/// What the kernel knows of this process, by the names that Prometheus' own libraries use.
enum ProcessMetrics {
    static func write(into text: inout MetricText) {
        let fields = statistics
        func field(_ number: Int) -> Double { fields.count > number ? fields[number] : .nan }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        let seconds = (field(11) + field(12)) / ticks
        text.add("process_cpu_seconds_total", .counter, "Processor time used, user and system.", seconds)
        text.add("process_resident_memory_bytes", .gauge, "Memory in use.", Double(residentBytes ?? 0))
        text.add("process_virtual_memory_bytes", .gauge, "Memory reserved.", field(20))
        text.add("process_threads", .gauge, "Threads.", field(17))
        if let boot = bootTime {
            text.add("process_start_time_seconds", .gauge, "Start, since 1970.", boot + field(19) / ticks)
        }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
        if let files { text.add("process_open_fds", .gauge, "Open files.", Double(files)) }
        if let limit = fileLimit { text.add("process_max_fds", .gauge, "The most open files.", limit) }
    }

    /// Memory in use, where the kernel tells it.
    static var residentBytes: Int? {
        statistics.dropFirst(21).first.flatMap { Int(exactly: $0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    }

    /// The fields of `/proc/self/stat` from the third on; the name before may hold blanks, what follows does not.
    private static var statistics: [Double] {
        (file("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []).map { Double($0) ?? .nan }
    }

    private static var bootTime: Double? {
        let line = file("/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line?.split(separator: " ").last.flatMap { Double($0) }
    }

    private static var fileLimit: Double? {
        let line = file("/proc/self/limits").split(separator: "\n").first { $0.hasPrefix("Max open files") }
        return line?.split(separator: " ").dropFirst(3).first.flatMap { Double($0) }
    }

    private static func file(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
