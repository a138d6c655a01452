import Messages
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite(.timeLimit(.minutes(30)))
struct OperationShareTests {
    @Test func `whoever asks for many things pushes out only their own operations`() async throws {
        try await withConsole { console in
            let book = OperationRegistry(parts: console.parts, messages: AsyncStream { $0.finish() })
            let device = try DeviceID(owner: Name("sam"), device: Name("keys"))
            let (sam, kim) = (try Name("sam"), try Name("kim"))
            for number in 1...20 { _ = await book.begin("locate", .tracker(device), id: "sam-\(number)", by: sam) }
            for number in 1...(2 * OperationRegistry.most) {
                _ = await book.begin("ring", .tracker(device), id: "kim-\(number)", by: kim)
            }
            let all = await book.all()
            #expect(all.count == OperationRegistry.most)
            #expect(all.count { $0.account == sam } == 20)
        }
    }
}
