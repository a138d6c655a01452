import Testing

@testable import Messages

private enum LongestKey: String, PayloadKey {
    case longest = "fifteen_bytes_x"

    static let table = KeyTable<Self>()
}

private enum LongKey: String, PayloadKey {
    case short = "fifteen_bytes_x"
    case long = "sixteen_bytes_xx"

    static let table = KeyTable<Self>()
}

struct KeyTableTests {
    @Test func `a key of 15 bytes is found`() {
        #expect(LongestKey.table.find("fifteen_bytes_x") == .longest)
        #expect(LongestKey.table.find("fifteen_bytes_y") == nil)
    }

    @Test func `a longer key is found too, and none that begins like it`() {
        #expect(LongKey.table.find("sixteen_bytes_xx") == .long)
        #expect(LongKey.table.find("fifteen_bytes_x") == .short)
        #expect(LongKey.table.find("sixteen_bytes_x") == nil)
        #expect(LongKey.table.find("sixteen_bytes_xxx") == nil)
        #expect(LongKey.table.find("") == nil)
    }
}
