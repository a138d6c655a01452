import Tracking

/// Within a payload: `lat`, `lon`, `acc`, `time`.
extension Position: JSONPart {
    enum Key: String, PayloadKey {
        case latitude = "lat", longitude = "lon", accuracy = "acc", time

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            coordinate: try object.coordinate(.latitude, .longitude),
            accuracy: try object.number(.accuracy, in: LocationBounds.accuracy),
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
