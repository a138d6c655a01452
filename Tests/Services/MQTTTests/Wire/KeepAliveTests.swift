import Testing

@testable import MQTT

struct KeepAliveTests {
    private let begin = ContinuousClock.now

    private func at(_ seconds: Int) -> ContinuousClock.Instant { begin + .seconds(seconds) }

    @Test func `a silent broker is asked, and given up when it does not answer`() {
        var line = KeepAlive(.seconds(60), at: begin)
        #expect(line.check(at: at(59)) == .nothing)
        #expect(line.check(at: at(60)) == .ping)
        line.foundNothing(at: at(119))
        #expect(line.check(at: at(119)) == .nothing)
        line.foundNothing(at: at(120))
        #expect(line.check(at: at(120)) == .end)
    }

    @Test func `an answer begins the silence anew`() {
        var line = KeepAlive(.seconds(60), at: begin)
        #expect(line.check(at: at(60)) == .ping)
        line.sent(at: at(60))
        line.heard(at: at(61))
        line.foundNothing(at: at(119))
        #expect(line.check(at: at(119)) == .nothing)
        #expect(line.check(at: at(120)) == .ping)
    }

    @Test func `who only hears has to say something, too`() {
        var line = KeepAlive(.seconds(60), at: begin)
        line.heard(at: at(59))
        #expect(line.check(at: at(60)) == .ping)
    }

    @Test func `a broker is not given up while nobody has looked for its answer`() {
        var line = KeepAlive(.seconds(60), at: begin)
        #expect(line.check(at: at(60)) == .ping)
        // The handler of a batch took ten minutes.
        #expect(line.check(at: at(660)) == .nothing)
    }

    @Test func `a broker that wants none is never asked`() {
        var line = KeepAlive(nil, at: begin)
        #expect(line.check(at: at(100_000)) == .nothing)
    }
}
