import Bluetooth
import Logging
import ServiceLifecycle

/// The Bluetooth of this machine as this program uses it.
struct RadioSetup: Sendable {
    /// Addresses or names such as `hci0`; empty for all.
    let adapters: Set<String>
    let usesMonitorTap: Bool
    let logger: Logger

    /// Makes the radio, which begins when it is run.
    ///
    /// - Returns: The radio.
    /// - Throws: ``CommandFailure`` that says why there is no Bluetooth, and what to do about it.
    func open() async throws -> any Radio & Service {
        if let trouble = await trouble() { throw trouble }
        return BlueZRadio(
            configuration: BlueZConfiguration(adapters: adapters, usesMonitorTap: usesMonitorTap),
            clock: SystemUTCClock(),
            logger: logger
        )
    }

    /// Why this machine cannot hear tags now; nil when it can, or will once an adapter is switched on.
    private func trouble() async -> CommandFailure? {
        let kernel = KernelReport.here
        let service = await ServiceReport.ask()
        return RadioTrouble(kernel: kernel, service: service, chosen: adapters).sentence
            .map { CommandFailure(.unreachable, $0) }
    }
}
