public import Tracking

/// Behind the format come fields in any order, each a byte that names it, the number of its bytes, and these.
///
/// Fields with a number from 0x80 may be left unread by who does not know them; the rest may not.
extension Registration: GATTValue {
    private enum Field: UInt8, CaseIterable {
        case owner = 1
        case device, gateway, reportEvery, broker, user, password

        var name: String { self == .reportEvery ? "report interval" : "\(self)" }
    }

    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader(versioned: "registration", bytes)
        let fields = try Self.fields(&reader)
        let reportEvery = try fields[.reportEvery].map { bytes throws(GATTValueError) in try Self.interval(bytes) }
        let owner = try Self.name(.owner, fields, reader)
        let device = try Self.name(.device, fields, reader)
        let gateway = try Self.name(.gateway, fields, reader)
        let broker = try Self.text(.broker, fields, reader)
        let user = try Self.text(.user, fields, reader)
        let password = try Self.text(.password, fields, reader)
        do throws(Registration.Invalid) {
            self = try Registration(
                owner: owner,
                device: device,
                gateway: gateway,
                reportEvery: reportEvery,
                broker: broker,
                user: user,
                password: password
            )
        } catch { throw reader.refusal(error.field, error.expected, "something else") }
    }

    private static func fields(_ reader: inout GATTReader) throws(GATTValueError) -> [Field: [UInt8]] {
        var fields: [Field: [UInt8]] = [:]
        while reader.remaining > 0 {
            let code = try reader.integer("field", UInt8.self)
            let count = Int(try reader.integer("length", UInt8.self))
            let bytes = try reader.bytes(Field(rawValue: code)?.name ?? "field \(code)", count: count)
            guard let field = Field(rawValue: code) else {
                if code >= 0x80 { continue }
                throw reader.refusal("field", "a number from 1 to \(Field.allCases.count), or from 128", code)
            }
            guard fields.updateValue(bytes, forKey: field) == nil else {
                throw reader.refusal(field.name, "one value", "two")
            }
        }
        return fields
    }

    private static func interval(_ bytes: [UInt8]) throws(GATTValueError) -> Int {
        var reader = try GATTReader("registration", bytes)
        return Int(try reader.integer(Field.reportEvery.name, 1...UInt32(86_400)))
    }

    private static func text(
        _ field: Field, _ fields: [Field: [UInt8]], _ reader: GATTReader
    ) throws(GATTValueError) -> String? {
        guard let bytes = fields[field] else { return nil }
        return try reader.utf8(field.name, bytes)
    }

    private static func name(
        _ field: Field, _ fields: [Field: [UInt8]], _ reader: GATTReader
    ) throws(GATTValueError) -> Name {
        guard let text = try text(field, fields, reader) else {
            throw reader.refusal(field.name, "a name", String?.none)
        }
        guard let name = try? Name(text) else {
            throw reader.refusal(field.name, "a name of 1 to 64 letters, digits, '_' or '-'", "'\(text.prefix(80))'")
        }
        return name
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter.versioned
        func put(_ field: Field, _ text: String?) {
            guard let text else { return }
            writer.put(field.rawValue)
            writer.put(text, longest: 255)
        }
        put(.owner, owner.text)
        put(.device, device.text)
        put(.gateway, gateway.text)
        if let reportEvery {
            writer.put(bytes: [Field.reportEvery.rawValue, 4])
            writer.put(reportEvery: reportEvery)
        }
        put(.broker, broker)
        put(.user, user)
        put(.password, password)
        return writer.bytes
    }
}
