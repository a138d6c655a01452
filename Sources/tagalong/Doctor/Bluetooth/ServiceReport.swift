import SystemBus

/// What bluetoothd says of itself and its adapters.
enum ServiceReport: Hashable, Sendable {
    /// The system's message bus cannot be reached, for a reason.
    case noBus(String)
    case noService
    /// The message bus's policy keeps us from it.
    case denied
    /// It answers, but not as expected.
    case failed(String)
    case running([Adapter])

    /// An adapter as bluetoothd has it.
    struct Adapter: Hashable, Sendable {
        let name: String
        let address: String
        let isPowered: Bool
        /// Whether bluetoothd runs with its experimental interfaces.
        let hasMonitors: Bool
    }

    static func ask(on address: SystemBus.Address = .system) async -> ServiceReport {
        do {
            let bus = try SystemBus(address)
            let report = try await ask(bus)
            await bus.close()
            return report
        } catch { return ServiceReport(error) }
    }

    private static func ask(_ bus: SystemBus) async throws(BusError) -> ServiceReport {
        guard try await bus.owner(of: "org.bluez") != nil else { return .noService }
        let call = BusCall(
            destination: "org.bluez",
            path: "/",
            interface: "org.freedesktop.DBus.ObjectManager",
            member: "GetManagedObjects"
        )
        let objects = try await bus.call(call).first?.pairs ?? []
        return .running(objects.compactMap { adapter($0.key, $0.value) }.sorted { $0.name < $1.name })
    }

    private static func adapter(_ path: BusValue, _ interfaces: BusValue) -> Adapter? {
        guard let path = path.objectPath, let interfaces = interfaces.entries,
            let properties = interfaces["org.bluez.Adapter1"]?.entries
        else { return nil }
        return Adapter(
            name: path.name,
            address: properties["Address"]?.text ?? "",
            isPowered: properties["Powered"]?.flag ?? false,
            hasMonitors: interfaces["org.bluez.AdvertisementMonitorManager1"] != nil
        )
    }

    private init(_ error: BusError) {
        switch error {
        case .disconnected(let reason): self = .noBus(reason)
        case .closed: self = .noBus("it was closed")
        case .failed(let failure) where failure.name.hasSuffix(".AccessDenied"): self = .denied
        case .failed(let failure): self = .failed("\(failure)")
        case .timedOut, .cancelled: self = .failed("it does not answer")
        case .nameTaken, .invalid: self = .failed("\(error)")
        }
    }
}
