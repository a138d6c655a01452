public import Tracking

extension CommandResult: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", id, succeeded = "ok", error

        static let table = KeyTable<Key>()
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
