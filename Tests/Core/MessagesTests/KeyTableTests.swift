import Testing

@testable import Messages

private enum LongestKey: String, PayloadKey {
    case longest = "fifteen_bytes_x"

    static let table = KeyTable<Self>()
}

private enum TooLongKey: String, PayloadKey {
    case longest = "fifteen_bytes_x"
    case tooLong = "sixteen_bytes_xx"

    static let table = KeyTable<Self>()
}

struct KeyTableTests {
    @Test func `a key of 15 bytes is found`() {
        #expect(LongestKey.table.find("fifteen_bytes_x") == .longest)
        #expect(LongestKey.table.find("fifteen_bytes_y") == nil)
    }

    @Test func `a key that could be written and not read ends the program at its first use`() async {
        await #expect(processExitsWith: .failure) { _ = TooLongKey.table }
    }
}
