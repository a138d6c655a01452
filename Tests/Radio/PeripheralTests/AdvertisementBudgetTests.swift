import Bluetooth
import Testing

@testable import BlueZ

struct AdvertisementBudgetTests {
    private let long = BluetoothUUID("83c10000-9ad7-4dd7-a296-c65c495218da")

    @Test func `a tracker's advertisement takes 24 bytes and its name 15`() throws {
        let advertisement = Advertisement(name: "Tagalong 6677", services: Set([long].compactMap(\.self)), txPower: 0)
        let budget = AdvertisementBudget(advertisement)
        #expect(budget.packet == 24)
        #expect(budget.scanResponse == 15)
        try budget.check()
        #expect(AdvertisementBudget(advertisement, appearance: 0x0200).packet == 28)
    }

    @Test func `every part has its length`() {
        let advertisement = Advertisement(
            services: [BluetoothUUID(0x180F), BluetoothUUID(0x1802)],
            serviceData: [BluetoothUUID(0xFEAA): [1, 2, 3]],
            manufacturerData: [0x004C: [1, 2]]
        )
        // Flags 3, services 2 + 4, service data 2 + 2 + 3, manufacturer data 4 + 2.
        #expect(AdvertisementBudget(advertisement).packet == 22)
    }

    @Test func `what does not fit is refused, with its length`() {
        let crowded = Advertisement(serviceData: [BluetoothUUID(0xFEAA): Array(repeating: 0, count: 25)])
        #expect(throws: RadioError.failed("the advertisement takes 32 bytes, but a packet holds 31")) {
            try AdvertisementBudget(crowded).check()
        }
        let wordy = Advertisement(name: String(repeating: "a", count: 30))
        #expect(throws: RadioError.failed("the name takes 30 bytes, but the answer to a scan holds 29")) {
            try AdvertisementBudget(wordy).check()
        }
    }
}
