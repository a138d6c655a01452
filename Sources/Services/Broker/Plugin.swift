internal import FoundationEssentials
internal import Glibc

/// mosquitto's dynamic security plugin.
enum Plugin {
    private static let name = "mosquitto_dynamic_security.so"

    /// Its file: Debian has it in the directory of the machine's kind.
    static func path() throws(BrokerError) -> String {
        let kinds = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib"))?.sorted() ?? []
        let folders = kinds.filter { $0.hasSuffix("-linux-gnu") || $0.contains("-linux-gnueabi") }
        let all = folders.map { "/usr/lib/\($0)" } + ["/usr/lib", "/usr/lib64", "/usr/local/lib"]
        let paths = all.map { "\($0)/\(name)" }
        guard let found = paths.first(where: { unsafe access($0, R_OK) == 0 }) else {
            throw .noPlugin(searched: ["/usr/lib/*", "/usr/local/lib"])
        }
        return found
    }
}
