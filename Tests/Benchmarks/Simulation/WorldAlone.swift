import Simulation

/// The simulated world with nobody listening: movement, links, energy and firmware, and the messages they write.
struct WorldAlone {
    private var world: World
    private var step = 0

    init(_ world: World) { self.world = world }

    /// Lives on for so many seconds.
    mutating func play(_ seconds: Int) {
        for _ in 0..<seconds {
            world.begin(at: Int64(step) * 1000)
            world.moveOwners()
            if step == 0 { world.switchOn() }
            world.runTrackers()
            while let output = world.next() { keep(output) }
            step += 1
        }
    }
}
