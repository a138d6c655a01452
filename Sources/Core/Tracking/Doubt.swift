/// From what devices tell of their doubt to standard deviations.
public enum Doubt {
    /// The radius, in metres, assumed for a device that does not tell its accuracy.
    public static let assumedRadius = 10.0
    /// The pace, in m/s, at which a person on foot may have gone on unseen.
    public static let walkingPace = 1.4

    /// The standard deviation along any one direction, in metres, of a position that lies within a radius, in metres,
    /// with a probability of 68 %.
    ///
    /// For a circular normal error that radius is 1.515 standard deviations (Rayleigh distribution: (-2 ln 0.317)^½).
    public static func sigma(ofRadius radius: Double?) -> Double { (radius ?? assumedRadius) / 1.515 }
}

extension Fix {
    /// The standard deviation along any one direction, in metres.
    public var sigma: Double { Doubt.sigma(ofRadius: accuracy) }
}

extension Position {
    /// The standard deviation along any one direction, in metres.
    public var sigma: Double { Doubt.sigma(ofRadius: accuracy) }
}
