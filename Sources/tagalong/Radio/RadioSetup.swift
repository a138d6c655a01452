import BlueZ
import Bluetooth
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
    /// switches an adapter on; for all others one that is off is a trouble.
    func open(outlives: Bool = false) async throws(CommandFailure) -> any Radio & Service {
        if let trouble = await trouble(needsPower: !outlives) { throw trouble }
        return unchecked(outlives: outlives)
    }

    /// The radio, whether or not there is Bluetooth to be had; see ``open(outlives:)``.
    func unchecked(outlives: Bool = false) -> any Radio & Service {
        var configuration = BlueZConfiguration(
            adapters: adapters, switchesOn: switchesOn, usesMonitorTap: usesMonitorTap
        )
        // Links that stand belong to the gateway, which may be running beside this.
        if outlives { (configuration.orphanTimeout, configuration.watchesLinks) = (.seconds(30), true) }
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
