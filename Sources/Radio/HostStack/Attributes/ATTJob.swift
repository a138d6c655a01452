/// A request under way that may need values of the application, one step after the other.
struct ATTJob: Sendable {
    enum Kind: Hashable, Sendable {
        case read
        case readBlob(offset: Int)
        case readMultiple(isVariable: Bool)
        case readByType
        case write
        case executeWrite
    }

    enum Step: Hashable, Sendable {
        case read(UInt16)
        case write(UInt16, [UInt8])

        var handle: UInt16 {
            switch self {
            case .read(let handle), .write(let handle, _): handle
            }
        }
    }

    let opcode: UInt8
    let kind: Kind
    var steps: ArraySlice<Step>
    var values: [(handle: UInt16, value: [UInt8])] = []
    /// The question to the application that is open now.
    var waiting: RequestNumber?

    init(_ opcode: UInt8, _ kind: Kind, _ steps: [Step]) {
        self.opcode = opcode
        self.kind = kind
        self.steps = steps[...]
    }

    /// Whether nothing is left to do, or nothing more has room in a response.
    func isComplete(mtu: Int) -> Bool {
        guard !steps.isEmpty else { return true }
        guard let first = values.first, let last = values.last else { return false }
        switch kind {
        case .readByType:
            let length = Self.listed(first.value, mtu).count
            return last.value.count != first.value.count || 2 + (values.count + 1) * (2 + length) > mtu
        case .read, .readBlob, .readMultiple, .write, .executeWrite: return false
        }
    }

    /// The response to the request when all has gone well; nil for an offset behind the value's end.
    func response(mtu: Int) -> [UInt8]? {
        let code = ATTOpcode.response(to: opcode), value = values.first?.value ?? []
        switch kind {
        case .read: return [code] + value.prefix(mtu - 1)
        case .readBlob(let offset):
            return offset > value.count ? nil : [code] + value.dropFirst(offset).prefix(mtu - 1)
        case .readMultiple(let isVariable): return Array(([code] + multiple(isVariable)).prefix(mtu))
        case .readByType: return [code] + list(mtu)
        case .write, .executeWrite: return [code]
        }
    }

    private func multiple(_ isVariable: Bool) -> [UInt8] {
        values.flatMap { _, value in
            (isVariable ? UInt16(truncatingIfNeeded: value.count).littleEndianBytes : []) + value
        }
    }

    private func list(_ mtu: Int) -> [UInt8] {
        guard let first = values.first else { return [] }
        let same = values.prefix { $0.value.count == first.value.count }
        let entries = same.map { $0.handle.littleEndianBytes + Self.listed($0.value, mtu) }
        return [UInt8(2 + Self.listed(first.value, mtu).count)] + entries.joined()
    }

    /// As much of a value as one entry of a list has room for: section 3.4.4.2.
    private static func listed(_ value: [UInt8], _ mtu: Int) -> ArraySlice<UInt8> { value.prefix(min(mtu - 4, 253)) }
}
