extension Scenario {
    /// How far what is measured and sent is from what is, in each kind of surroundings.
    public struct Noise: Hashable, Sendable {
        /// Where it begins; an event may lead elsewhere.
        public let surroundings: Surroundings
        private var sets: [Surroundings: NoiseParameters] = [:]

        /// The sets as they are written in docs/noise.md.
        public init(_ surroundings: Surroundings) {
            self.surroundings = surroundings
        }

        /// What is wrong in some surroundings.
        public internal(set) subscript(surroundings: Surroundings) -> NoiseParameters {
            get { sets[surroundings] ?? NoiseParameters(surroundings) }
            set { sets[surroundings] = newValue }
        }
    }
}
