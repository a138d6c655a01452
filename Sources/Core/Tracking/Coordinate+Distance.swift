extension Coordinate {
    /// The length of the shortest way to another position on the ellipsoid, in metres.
    ///
    /// Below a kilometre and away from the poles the local metric answers (error under a millimetre); beyond, the
    /// geodesic.
    @inlinable
    public func distance(to other: Coordinate) -> Double {
        let offset = localOffset(to: other)
        let length = (offset.north * offset.north + offset.east * offset.east).squareRoot()
        // Within a degree of a pole the east-west scale changes too fast for one middle latitude.
        if length < 1000, latitude.magnitude < 89 { return length }
        return Geodesic.distance(from: self, to: other)
    }

    /// How far another position lies to the north and to the east, in metres, on the plane that touches the ellipsoid
    /// at the middle latitude.
    ///
    /// Meant for points less than a kilometre apart; the shorter way round is taken across the antimeridian.
    @inlinable
    public func localOffset(to other: Coordinate) -> (north: Double, east: Double) {
        let scale = Ellipsoid.metresInDegree(atLatitude: (latitude + other.latitude) / 2)
        var degreesEast = other.longitude - longitude
        if degreesEast > 180 { degreesEast -= 360 } else if degreesEast < -180 { degreesEast += 360 }
        return (scale.north * (other.latitude - latitude), scale.east * degreesEast)
    }

    /// The position some metres to the north and to the east; good to a centimetre over a kilometre.
    ///
    /// What would lie beyond a pole stays at the pole.
    public func offset(north: Double, east: Double) -> Coordinate {
        var target = latitude + north / Ellipsoid.metresInDegree(atLatitude: latitude).north
        // Once more at the middle latitude, which the first guess gives.
        target = latitude + north / Ellipsoid.metresInDegree(atLatitude: (latitude + target) / 2).north
        target = min(90, max(-90, target))
        let scale = Ellipsoid.metresInDegree(atLatitude: (latitude + target) / 2).east
        let turned = scale > 1 ? longitude + east / scale : longitude
        return Coordinate(uncheckedLatitude: target, longitude: Self.wrapped(turned))
    }

    /// The position at a share of the way to another one, along a straight line in degrees: at 0 this position, at 1
    /// the other.
    @inlinable
    public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
        if fraction <= 0 { return self }
        if fraction >= 1 { return other }
        var degreesEast = other.longitude - longitude
        if degreesEast > 180 { degreesEast -= 360 } else if degreesEast < -180 { degreesEast += 360 }
        return Coordinate(
            uncheckedLatitude: latitude + (other.latitude - latitude) * fraction,
            longitude: Self.wrapped(longitude + degreesEast * fraction)
        )
    }

    @usableFromInline
    static func wrapped(_ longitude: Double) -> Double {
        if (-180...180).contains(longitude) { return longitude }
        let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
        return turned < 0 ? turned + 180 : turned - 180
    }
}
