/// What a receiver wants of a value; `nil` when it is of another type. All look into variants.
extension BusValue {
    /// The value without the variants around it.
    public var unwrapped: BusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The text of a string, object path or signature.
    public var text: String? {
        switch unwrapped {
        case .string(let text), .signature(let text): text
        case .path(let path): path.text
        default: nil
        }
    }

    /// The value of any integer type; `nil` for a number above `Int.max`.
    public var integer: Int? {
        switch unwrapped {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The value of a boolean.
    public var flag: Bool? { if case .bool(let value) = unwrapped { value } else { nil } }

    /// The bytes of an array of bytes.
    public var data: [UInt8]? { if case .bytes(let value) = unwrapped { value } else { nil } }

    /// The path of an object.
    public var objectPath: ObjectPath? { if case .path(let value) = unwrapped { value } else { nil } }

    /// The elements of an array or the fields of a structure.
    public var list: [BusValue]? {
        switch unwrapped {
        case .array(_, let elements), .structure(let elements): elements
        case .bytes(let bytes): bytes.map { .byte($0) }
        default: nil
        }
    }

    /// The texts of an array of strings, paths or signatures.
    public var texts: [String]? {
        guard let list else { return nil }
        let texts = list.compactMap(\.text)
        return texts.count == list.count ? texts : nil
    }

    /// The entries of a dictionary in their order.
    public var pairs: [BusDictionary.Entry]? {
        if case .dictionary(let dictionary) = unwrapped { dictionary.entries } else { nil }
    }

    /// The values of a dictionary whose keys are texts, without the variants around them.
    public var entries: [String: BusValue]? {
        guard let pairs else { return nil }
        var result: [String: BusValue] = [:]
        for pair in pairs {
            guard let key = pair.key.text else { return nil }
            result[key] = pair.value.unwrapped
        }
        return result
    }
}
