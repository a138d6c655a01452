import BlueZ
import Bluetooth
import Files
import Logging
import ServiceLifecycle

/// The Bluetooth of this machine as this program uses it.
struct RadioSetup: Sendable {
    /// Addresses or names such as `hci0`; empty for all.
    let adapters: Set<String>
    let usesMonitorTap: Bool
    /// Whether an adapter that is off is switched on.
    var switchesOn = false
    let logger: Logger

    /// Makes the radio, which begins when it is run.
    ///
    /// It outlives the program unless that is the one that keeps the links to tags. That one can wait until somebody
    /// switches an adapter on; for all others one that is off is a trouble. What it has bluetoothd keep for as long as
    /// it uses it is noted in a file, where one is named.
    func open(outlives: Bool = false, leftovers: String? = nil) async throws(CommandFailure) -> any Radio & Service {
        if let trouble = await trouble(needsPower: !outlives) { throw trouble }
        return unchecked(outlives: outlives, leftovers: leftovers)
    }

    /// The radio, whether or not there is Bluetooth to be had; see ``open(outlives:leftovers:)``.
    func unchecked(outlives: Bool = false, leftovers: String? = nil) -> any Radio & Service {
        var configuration = BlueZConfiguration(
            adapters: adapters, switchesOn: switchesOn, usesMonitorTap: usesMonitorTap
        )
        // Links that stand belong to the gateway, which may be running beside this.
        if outlives { (configuration.orphanTimeout, configuration.watchesLinks) = (.seconds(30), true) }
        configuration.leftovers = leftovers.map { Leftovers(file: $0, logger) }
        return BlueZRadio(configuration: configuration, clock: SystemUTCClock(), logger: logger)
    }

    /// Why this machine cannot hear tags now; nil when it can, or will once an adapter is switched on.
    func trouble(needsPower: Bool) async -> CommandFailure? {
        let kernel = KernelReport.here
        let service = await ServiceReport.ask()
        let trouble = RadioTrouble(
            kernel: kernel, service: service, chosen: adapters, needsPower: needsPower && !switchesOn
        )
        return trouble.sentence.map { CommandFailure(.unreachable, $0) }
    }
}

extension Leftovers {
    /// Those that are noted in a file.
    init(file: String, _ logger: Logger) {
        self.init {
            guard let bytes = try? FileReader.read(file, limit: 1 << 20) else { return [] }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        } write: { lines in
            do throws(FileError) {
                try Directory.make(Directory.parent(of: file))
                try FileDraft.replace(file, with: Array(lines.map { "\($0)\n" }.joined().utf8))
            } catch { logger.debug("which tags bluetoothd is to forget is not noted: \(error)") }
        }
    }
}
