import Testing

@testable import Air

@Suite struct PacketTests {
}
