import Bluetooth
import Foundation
import TestSupport
import Testing
import Tracking

/// The bytes that docs/protocol.md shows are those that are sent.
struct ProtocolDocumentTests {
    /// The hexadecimal digits of each block of the document, without blanks and explanations.
    private static func blocks() throws -> [String] {
        let text = try String(contentsOf: packageRoot.appending(path: "docs/protocol.md"), encoding: .utf8)
        return text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map { block in
            block.element.components(separatedBy: "\n").map { line in
                line.components(separatedBy: "   ")[0].filter { $0 != " " }
            }.joined()
        }
    }

    private static func values() throws -> [[UInt8]] {
        let number = GATTSample.number
        let fix = try GATTSample.fix
        return try [
            TrackerIdentity(number: number, isRegistered: true, isActive: true).gattValue,
            GATTSample.registration.gattValue,
            RegistrationAnswer(status: .accepted, number: number).gattValue,
            RegistrationAnswer(status: .otherOwner, number: number).gattValue,
            ControlRequest.command(Command(id: "a1", verb: .locate)).gattValue,
            ControlRequest.desired(GATTSample.desired).gattValue,
            ControlRequest.confirmRegistration.gattValue,
            ControlAnswer(id: "a1").gattValue,
            ControlAnswer(id: "a1", error: "no sky").gattValue,
            GATTSample.position.gattValue,
            GATTSample.state.gattValue,
            fix.gattValue,
            fix.fix.mark.gattValue,
            LocationAndSpeed(fix.fix).gattValue,
            TagalongService.uuid.littleEndian,
        ]
    }

    @Test func `every example is in the document`() throws {
        let blocks = try Self.blocks()
        for value in try Self.values() {
            let digits = value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
            #expect(blocks.contains { $0.contains(digits) }, "\(digits)")
        }
    }
}
