import JSON

extension JSONValue {
    var line: String { String(decoding: encoded(.line), as: UTF8.self) }

    static func time(_ time: some CustomStringConvertible) -> JSONValue { .text(time.description) }
    static func integer(_ number: some BinaryInteger) -> JSONValue { .whole(Int64(number)) }
}
