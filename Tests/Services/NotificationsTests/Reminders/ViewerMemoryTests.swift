import Access
import Testing
import Tracking

@testable import Notifications

/// Who is told in a browser, as it is remembered.
struct ViewerMemoryTests {
    private func answers(_ memory: ViewerMemory, _ devices: String...) throws -> [String?] {
        var asked = 0
        return try devices.map { device in
            let viewer = try memory.viewer(of: device) {
                asked += 1
                if device == "gone" { return nil }
                return Principal(account: try Name("\(device)-\(asked)"), isAdministrator: false)
            }
            return viewer?.account?.text
        }
    }

    @Test func `it is looked up once for each browser, and that nobody is told there is remembered, too`() throws {
        let told = try answers(ViewerMemory(for: .seconds(86_400)), "a", "a", "gone", "gone", "b", "a", "b")
        #expect(told == ["a-1", "a-1", nil, nil, "b-3", "a-1", "b-3"])
    }

    @Test func `after a while it is looked up anew`() throws {
        #expect(try answers(ViewerMemory(for: .zero), "a", "a") == ["a-1", "a-2"])
    }

    @Test func `what cannot be looked up is not remembered`() throws {
        struct Away: Error {}
        let memory = ViewerMemory(for: .seconds(86_400))
        #expect(throws: Away.self) { try memory.viewer(of: "a") { throw Away() } }
        #expect(try answers(memory, "a") == ["a-1"])
    }
}
