/// What stands behind the name of a line: `;PARAMETER=VALUE,VALUE:VALUE`.
package struct LineParts {
    /// A parameter with its values.
    package struct Parameter {
        /// In capitals; empty where only a value stands there, as in version 2.1 of vCards.
        package let name: String
        /// Without their quotes; at least one, which may be empty.
        package let values: [[UInt8]]
    }

    /// Why a line cannot be taken apart.
    package enum Trouble: Error, Hashable, Sendable {
        /// There is no value.
        case noColon
        /// A quote does not end.
        case openQuote
    }

    /// The parameters in the order in which they stand there.
    package let parameters: [Parameter]
    /// What stands behind the colon.
    package let value: ArraySlice<UInt8>

    /// Takes apart what stands behind a name that ends before a place.
    ///
    /// - Parameters:
    ///   - line: A whole line.
    ///   - end: Where its name ends.
    ///   - commas: Whether they divide the values of a parameter; else a parameter has one value.
    /// - Throws: ``Trouble`` for a line without a value, or with a quote that does not end.
    package init(_ line: [UInt8], from end: Int, commas: Bool) throws(Trouble) {
        var position = end
        var parameters: [Parameter] = []
        while position < line.count, line[position] == UInt8(ascii: ";") {
            parameters.append(try Self.parameter(line, &position, commas))
        }
        guard position < line.count, line[position] == UInt8(ascii: ":") else { throw .noColon }
        self.parameters = parameters
        value = line[(position + 1)...]
    }

    /// The parameter behind a `;`; the position is then at the next `;` or the `:`.
    private static func parameter(
        _ line: [UInt8], _ position: inout Int, _ commas: Bool
    ) throws(Trouble) -> Parameter {
        position += 1
        var (name, values, text): (String?, [[UInt8]], [UInt8]) = (nil, [], [])
        while position < line.count {
            let byte = line[position]
            switch byte {
            case UInt8(ascii: "\""):
                guard let end = line[(position + 1)...].firstIndex(of: byte) else { throw .openQuote }
                text += line[(position + 1)..<end]
                position = end
            case UInt8(ascii: "=") where name == nil:
                name = String(decoding: text, as: UTF8.self).uppercased()
                text = []
            case UInt8(ascii: ",") where commas:
                values.append(text)
                text = []
            case UInt8(ascii: ";"), UInt8(ascii: ":"):
                return Parameter(name: name ?? "", values: values + [text])
            default: text.append(byte)
            }
            position += 1
        }
        throw .noColon
    }
}
