import Bluetooth

/// A part of a long value that waits to be written.
struct PreparedWrite: Hashable, Sendable {
    let handle: UInt16
    let offset: Int
    let value: [UInt8]
}

/// Long and reliable writes: Core Specification 5.4, volume 3, part F, section 3.4.6.
extension ATTServer {
    /// A value of 512 bytes in the smallest parts takes 29 of them; two such may wait.
    static let preparedLimit = 64

    mutating func prepare(_ handle: UInt16, _ offset: Int, _ value: [UInt8], to output: inout LinkOutput) {
        let opcode = ATTOpcode.prepareWrite
        if let refusal = writeRefusal(handle) { return fail(opcode, handle, refusal, to: &output) }
        guard bearer.prepared.count < Self.preparedLimit else {
            return fail(opcode, handle, .prepareQueueFull, to: &output)
        }
        bearer.prepared.append(PreparedWrite(handle: handle, offset: offset, value: value))
        let echo = handle.littleEndianBytes + UInt16(truncatingIfNeeded: offset).littleEndianBytes + value
        output.send([ATTOpcode.response(to: opcode)] + echo, on: .attributes)
    }

    mutating func execute(_ isCommitted: Bool, to output: inout LinkOutput) {
        let opcode = ATTOpcode.executeWrite, parts = bearer.prepared
        bearer.prepared = []
        var steps: [ATTJob.Step] = []
        for part in isCommitted ? parts : [] {
            let known = steps.firstIndex { $0.handle == part.handle }
            var value: [UInt8] = []
            if let known, case .write(_, let start) = steps[known] { value = start }
            // Values are the application's, and whole: no part may be left out.
            guard part.offset == value.count else { return fail(opcode, part.handle, .invalidOffset, to: &output) }
            value += part.value
            guard value.count <= Self.longestValue else {
                return fail(opcode, part.handle, .invalidLength, to: &output)
            }
            let step = ATTJob.Step.write(part.handle, value)
            if let known { steps[known] = step } else { steps.append(step) }
        }
        bearer.job = ATTJob(opcode, .executeWrite, steps)
    }
}
