import Bluetooth
import Testing

struct AddressKindTests {
    @Test(
        arguments: [
            ("C0:FF:EE:00:12:34", true, .staticRandom), ("FF:FF:FF:00:12:34", true, .staticRandom),
            ("7F:FF:EE:00:12:34", true, .resolvable), ("40:00:00:00:00:00", true, .resolvable),
            ("3F:FF:EE:00:12:34", true, .nonResolvable), ("00:00:00:00:00:01", true, .nonResolvable),
            ("80:00:00:00:00:01", true, nil), ("40:00:00:00:00:00", false, .registered),
        ] as [(String, Bool, AddressKind?)]
    )
    func `the two uppermost bits of a random address tell its kind`(
        text: String, isRandom: Bool, kind: AddressKind?
    ) throws {
        #expect(AddressKind(try #require(BluetoothAddress(text)), isRandom: isRandom) == kind)
    }

    @Test(
        arguments: [
            ("80:00:00:00:00:01", .registered), ("C0:FF:EE:00:12:34", .staticRandom), ("7F:FF:EE:00:12:34", nil),
            ("3F:FF:EE:00:12:34", nil),
        ] as [(String, AddressKind?)]
    )
    func `the bits alone tell the kind of an address that stays`(text: String, kind: AddressKind?) throws {
        #expect(AddressKind(guessedFrom: try #require(BluetoothAddress(text))) == kind)
    }
}
