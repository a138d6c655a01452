import Testing
import Tracking

@testable import History

@Suite struct DeviceStreamsTests {
    private func device(_ number: Int) throws -> DeviceID {
        DeviceID(owner: try Name("sam"), device: try Name("keys-\(number)"))
    }

    private func streams(_ count: Int) throws -> DeviceStreams {
        var streams = DeviceStreams()
        for number in 0..<count { #expect(streams.add(DeviceStream(try device(number))) == number) }
        return streams
    }

    @Test(arguments: [[0, 1, 2, 0, 1, 2], [2, 1, 0, 0, 2, 1], [1, 1, 1], [2, 0, 2, 0]])
    func `a device has its own number in whichever order messages come`(_ order: [Int]) throws {
        var streams = try streams(3)
        for number in order {
            #expect(streams.nextNumber(of: try device(number)) == number)
            #expect(streams.number(of: try device(number)) == number)
            #expect(streams[number].device == (try device(number)))
        }
        #expect(streams.nextNumber(of: try device(7)) == nil)
    }

    @Test func `a removed device is not found in its turn, and comes back with another number`() throws {
        var streams = try streams(3)
        #expect(streams.nextNumber(of: try device(0)) == 0)
        streams[1].clockAhead = 5
        #expect(streams.remove(try device(1)) == 1)
        #expect(streams.remove(try device(1)) == nil)
        // Its turn, and nobody's number.
        #expect(streams.nextNumber(of: try device(1)) == nil)
        #expect(streams[1].clockAhead == 0)
        #expect(streams.nextNumber(of: try device(2)) == 2)
        #expect(streams.add(DeviceStream(try device(1))) == 3)
        #expect(streams.nextNumber(of: try device(1)) == 3)
        #expect(streams.nextNumber(of: try device(0)) == 0)
        #expect(streams.indices == 0..<4)
    }
}
