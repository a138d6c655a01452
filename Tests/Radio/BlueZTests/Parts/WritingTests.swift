import Bluetooth
import Testing

@testable import BlueZ

struct WritingTests {
    @Test(
        arguments: [
            ([.write], false, true), ([.write], true, true), ([.writeWithoutResponse], false, false),
            ([.writeWithoutResponse], true, false), ([.write, .writeWithoutResponse], false, false),
            ([.write, .writeWithoutResponse], true, true), ([.read], false, true),
        ] as [(CharacteristicProperties, Bool, Bool)]
    )
    func `a value is written in a way that the characteristic takes`(
        properties: CharacteristicProperties, wanted: Bool, isRequest: Bool
    ) {
        #expect(properties.takesRequest(wanted: wanted) == isRequest)
    }
}
