import Bluetooth
import Testing

@testable import BlueZ

struct LongValueTests {
    private let place = LongValues.Place(
        central: "/a",
        attribute: AttributeName(service: BluetoothUUID(0x180F), characteristic: BluetoothUUID(0x2A19))
    )

    @Test func `pieces become one value, and a new beginning a new one`() throws {
        var values = LongValues()
        #expect(try values.assemble([1, 2, 3], at: place, offset: 0) == [1, 2, 3])
        #expect(try values.assemble([4, 5], at: place, offset: 3) == [1, 2, 3, 4, 5])
        #expect(try values.assemble([9], at: place, offset: 1) == [1, 9])
        #expect(try values.assemble([7], at: place, offset: 0) == [7])
    }

    @Test func `a gap is refused, and so is what was written before its central went`() throws {
        var values = LongValues()
        _ = try values.assemble([1, 2], at: place, offset: 0)
        #expect(throws: AttributeError.invalidOffset) { try values.assemble([4], at: place, offset: 3) }
        values.remove("/a")
        #expect(throws: AttributeError.invalidOffset) { try values.assemble([3], at: place, offset: 2) }
    }

    @Test func `a value has 512 bytes at most`() throws {
        var values = LongValues()
        let most = [UInt8](repeating: 1, count: 512)
        #expect(try values.assemble(most, at: place, offset: 0) == most)
        #expect(throws: AttributeError.invalidLength) { try values.assemble([1], at: place, offset: 512) }
    }

    @Test func `a value that is read in pieces stays the one of the first`() throws {
        var values = LongValues()
        #expect(try values.continued(place, from: 2) == nil)
        #expect(try values.beginRead([1, 2, 3], at: place, from: 0) == [1, 2, 3])
        #expect(try values.continued(place, from: 2) == [3])
        #expect(try values.continued(place, from: 3) == [])
        #expect(throws: AttributeError.invalidOffset) { try values.continued(place, from: 4) }
    }
}
