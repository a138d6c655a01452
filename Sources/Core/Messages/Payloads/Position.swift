import Tracking

/// Within a payload: `lat`, `lon`, `acc`, `time`.
extension Position {
    enum Key: UInt8, PayloadKey {
        case latitude, longitude, accuracy, time

        static let table = KeyTable<Key>()

        var name: String {
            switch self {
            case .latitude: "lat"
            case .longitude: "lon"
            case .accuracy: "acc"
            case .time: "time"
            }
        }
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            coordinate: try object.coordinate(.latitude, .longitude),
            accuracy: try object.number(.accuracy, in: .positiveOrZero),
            time: try object.required(.time, object.time(.time))
        )
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.latitude, coordinate.latitude)
        writer.put(.longitude, coordinate.longitude)
        writer.put(.accuracy, accuracy)
        writer.put(.time, time)
    }
}

extension JSONObject {
    func position(_ key: Key) throws(MessageError) -> Position? {
        guard let object = try object(key, of: Position.Key.self) else { return nil }
        return try Position(reading: object)
    }
}

extension JSONWriter {
    mutating func put(_ key: Key, _ position: Position?) {
        guard let position else { return }
        put(key) { position.write(into: &$0) }
    }
}
