import Glibc
import ServerSupport
import SystemBus
import Testing

@Suite(.timeLimit(.minutes(30)))
struct FileTests {
    @Test func `an open file goes there and back, and each holder closes its own`() async throws {
        try await withPair { pair in
            var ends: [Int32] = [0, 0]
            try #require(unsafe pipe(&ends) == 0)
            let (reading, writing) = (ends[0], ends[1])
            defer { close(reading) }
            let export = try await pair.server.export(echo("h"))
            do {
                let answer = try await pair.call("Echo", [.file(BusFile(owning: writing))])
                let file = try #require(answer.first?.openFile)
                #expect(file.descriptor != writing && fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
                let own = try file.duplicate()
                #expect(unsafe write(own, "hello", 5) == 5)
                close(own)
            }
            var text = [UInt8](repeating: 0, count: 8)
            #expect(unsafe read(reading, &text, text.count) == 5)
            #expect(text.prefix(5) == Array("hello".utf8)[...])
            await export.remove()
            await pair.server.close()
            await pair.client.close()
            // No writer is left, so the pipe is at its end and does not block.
            #expect(unsafe read(reading, &text, text.count) == 0)
        }
    }

    @Test func `a descriptor that is not open is refused`() {
        #expect(throws: BusError.invalid("descriptor -1 cannot be duplicated: Bad file descriptor")) {
            try BusFile(duplicating: -1)
        }
    }
}
