extension JSONValue {
    /// How a value is written.
    public enum Form: Sendable {
        /// The members in their order.
        case compact
        /// The members by their names.
        case sorted
        /// The members in their order, and numbers always with a point, as our commands write them.
        case line
    }

    /// The bytes on one line, without blanks; a number that JSON does not know is `null`.
    public func encoded(_ form: Form = .compact) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, form)
        return bytes
    }

    private func append(to bytes: inout [UInt8], _ form: Form) {
        switch self {
        case .null: bytes += Array("null".utf8)
        case .flag(let flag): bytes += Array((flag ? "true" : "false").utf8)
        case .number(let number): Self.append(number, to: &bytes, form)
        case .whole(let number): bytes.appendDecimal(number)
        case .text(let text): bytes.appendJSON(text)
        case .list(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes, form)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members): Self.append(members, to: &bytes, form)
        // Line ends stand only between the values of JSON, never in its texts.
        case .raw(let json): bytes += json.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        }
    }

    private static func append(_ number: Double, to bytes: inout [UInt8], _ form: Form) {
        guard number.isFinite else { return bytes += Array("null".utf8) }
        if form == .line { bytes += Array(number.description.utf8) } else { bytes.appendJSON(number) }
    }

    private static func append(_ members: JSONMembers, to bytes: inout [UInt8], _ form: Form) {
        let all = form == .sorted ? members.all.sorted { $0.name < $1.name } : members.all
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in all.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.appendJSON(member.name)
            bytes.append(UInt8(ascii: ":"))
            member.value.append(to: &bytes, form)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
