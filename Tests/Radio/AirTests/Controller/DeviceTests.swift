import Bluetooth
import Glibc
import TestSupport
import Testing
import Tracking

@testable import Air

@Suite struct DeviceTests {
    private func adapters() throws -> VirtualAdapters {
        let medium = Medium(propagation: FixedPropagation(), generator: SeededGenerator(seed: 1))
        return try VirtualAdapters(Airspace(medium, controllers: [controller()]))
    }

    @Test func `a missing device says which module root has to load`() async throws {
        let adapters = try adapters()
        await #expect(throws: VHCIError.missing(path: "/nowhere/vhci")) {
            _ = try await adapters.open(path: "/nowhere/vhci")
        }
        #expect(VHCIError.missing(path: "/dev/vhci").description.contains("modprobe hci_vhci"))
        #expect(VHCIError.notPermitted(path: "/dev/vhci").description.contains("as root"))
    }

    @Test func `a device that takes nothing is no virtual adapter`() async throws {
        let adapters = try adapters()
        await #expect(throws: VHCIError.self) { _ = try await adapters.open(path: "/dev/full") }
    }

    @Test func `the air can be changed without any device`() async throws {
        let adapters = try adapters()
        await adapters.change { $0.advertise(TagID(1), advertisement(1)) }
        #expect(await adapters.medium.advertisement(of: TagID(1)) == advertisement(1))
        #expect(await adapters.traffic == VirtualAdapters.Traffic())
    }
}
