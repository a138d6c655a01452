public import Tracking

extension CommandResult: JSONPayload {
    enum Key: UInt8, PayloadKey {
        case type, id, succeeded, error

        static let table = KeyTable<Key>()

        var name: String {
            switch self {
            case .type: "_type"
            case .id: "id"
            case .succeeded: "ok"
            case .error: "error"
            }
        }
    }

    static var type: (key: Key, name: String) { (.type, "result") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        let id = try object.required(.id, object.text(.id, characters: 1...64))
        let succeeded = try object.required(.succeeded, object.flag(.succeeded))
        let error = try object.text(.error)
        self.init(id: id, error: succeeded ? nil : error ?? "no reason was given")
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.id, id)
        writer.put(.succeeded, error == nil)
        writer.put(.error, error)
    }
}
