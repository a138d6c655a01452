import Tracking

/// The streams of all devices, each with a number that stays its own.
struct DeviceStreams: Sendable {
    /// In the order in which their first fix came.
    private var streams: [DeviceStream] = []
    private var numbers: [DeviceID: Int] = [:]
    /// The stream that was asked for last.
    private var turn = 0

    /// The numbers of all streams, of removed devices too.
    var indices: Range<Int> { streams.indices }

    subscript(number: Int) -> DeviceStream {
        get { streams[number] }
        _modify { yield &streams[number] }
    }

    /// The number of a device's stream; nil for none.
    func number(of device: DeviceID) -> Int? { numbers[device] }

    /// The same for the device of which a message has come.
    ///
    /// Devices mostly take turns in the same order, and then it is the one behind the last that was asked for.
    mutating func nextNumber(of device: DeviceID) -> Int? {
        let next = turn + 1 < streams.count ? turn + 1 : 0
        if next < streams.count, !streams[next].isRemoved, streams[next].device == device {
            turn = next
            return next
        }
        guard let known = numbers[device] else { return nil }
        turn = known
        return known
    }

    /// Adds the stream of a new device; answers with its number.
    mutating func add(_ stream: DeviceStream) -> Int {
        streams.append(stream)
        numbers[stream.device] = streams.count - 1
        return streams.count - 1
    }

    /// Forgets a device, whose number stays taken; answers with it, and with nil for one that is not known.
    mutating func remove(_ device: DeviceID) -> Int? {
        guard let number = numbers.removeValue(forKey: device) else { return nil }
        streams[number] = DeviceStream(device)
        streams[number].isRemoved = true
        return number
    }
}
