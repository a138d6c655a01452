import Foundation
import Glibc
import Tracking

/// Debian's gpsd on a free port, with a receiver that is a TCP server.
final class RealGpsd: Sendable {
    let port: Int
    private let process: Process

    /// Where it is installed; nil for nowhere.
    static let program = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd"].first(where: FileManager.default.isExecutableFile)

    init(receiver: Int) throws {
        port = Self.freePort()
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program ?? "")
        process.arguments = ["-N", "-n", "-S", "\(port)", "tcp://127.0.0.1:\(receiver)"]
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Ends it at once: one whose receiver has hung up takes no notice of SIGTERM.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe bind(descriptor, $0, size)
                _ = unsafe getsockname(descriptor, $0, &size)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

/// A receiver that goes north at 20 km/h, as the sentences of NMEA 0183 that it says each second.
struct NMEAReceiver: Sendable {
    let start: Timestamp

    func sentences(_ second: Int) -> [UInt8] {
        let text = start.advanced(by: .seconds(second)).description
        let time = String(text.dropFirst(11).prefix(8)).replacing(":", with: "") + ".00"
        let date = "\(text.dropFirst(8).prefix(2))\(text.dropFirst(5).prefix(2))\(text.dropFirst(2).prefix(2))"
        let minutes = 3 + Double(second) * 0.003
        let place = "46\(minutes < 10 ? "0" : "")\(String(format: "%.4f", minutes)),N,01430.0000,E"
        return [
            "GPGGA,\(time),\(place),1,08,1.1,298.0,M,46.0,M,,", "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,2.0,1.1,1.7",
            "GPGSV,2,1,08,01,40,083,46,02,17,308,41,03,07,344,39,04,22,228,45",
            "GPGSV,2,2,08,05,40,183,46,06,17,108,41,07,27,044,39,08,62,228,45",
            "GPRMC,\(time),A,\(place),10.80,0.0,\(date),,,A",
        ].flatMap { Array("$\($0)*\(Self.checksum($0))\r\n".utf8) }
    }

    private static func checksum(_ sentence: String) -> String {
        let sum = sentence.utf8.reduce(0) { $0 ^ $1 }
        return (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
    }
}
