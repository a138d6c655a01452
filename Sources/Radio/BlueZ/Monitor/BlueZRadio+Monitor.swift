import Logging
import SystemBus

/// An advertisement monitor that fits nearly every tag: while there is one, the kernel lets the controller report
/// duplicates too.
extension BlueZRadio {
    static let monitorRoot: ObjectPath = "/org/tagalong/monitors"

    /// What nearly every advertisement begins with: flags of any useful value, as their second bytes.
    ///
    /// A monitor wants at least one pattern, each of at least one byte. That it does not fit a tag without flags does
    /// no harm: discovery reports that one all the same.
    private static let patterns: [BusValue] = [0x02, 0x04, 0x05, 0x06, 0x1A].map { flags in
        .structure([.byte(0), .byte(0x01), .bytes([flags])])
    }

    func exportMonitor(on bus: SystemBus) async throws(BusError) -> [BusExport] {
        let root = try await bus.export(ExportedObject(path: Self.monitorRoot, isObjectManager: true))
        let monitor = try await bus.export(
            ExportedObject(
                path: Self.monitorRoot + "all",
                interfaces: [
                    ExportedInterface(
                        name: BlueZName.monitor,
                        methods: [
                            "Release": ExportedMethod { _, _ in [] },
                            "Activate": ExportedMethod { _, _ in [] },
                            "DeviceFound": found(),
                            "DeviceLost": ExportedMethod(inputs: "o") { _, _ in [] },
                        ],
                        properties: [
                            "Type": ExportedProperty("or_patterns"),
                            "RSSISamplingPeriod": ExportedProperty(.uint16(0)),
                            "Patterns": ExportedProperty(.array(of: "(yyay)", Self.patterns)),
                        ]
                    )
                ]
            )
        )
        return [root, monitor]
    }

    private func found() -> ExportedMethod {
        ExportedMethod(inputs: "o") { [weak self] arguments, _ in
            if let device = arguments.first?.objectPath { await self?.found(device) }
            return []
        }
    }

    private func found(_ device: ObjectPath) {
        guard let device = objects.devices[device], let adapter = address(of: device.adapter) else { return }
        hears(device.address, adapter)
    }

    func registerMonitor(_ path: ObjectPath) {
        guard address(of: path) != nil else { return }
        Task {
            do throws(BusError) {
                try await self.call(path, BlueZName.monitorManager, "RegisterMonitor", [.path(Self.monitorRoot)])
            } catch { self.logger.debug("\(path.name) takes no advertisement monitor: \(error.words)") }
        }
    }
}
