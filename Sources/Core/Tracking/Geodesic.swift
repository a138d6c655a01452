import Glibc

/// Distances on the ellipsoid between points any distance apart.
public enum Geodesic {
    /// The length of the shortest way between two positions, in metres; good to a millimetre.
    ///
    /// T. Vincenty's inverse formula ("Direct and inverse solutions of geodesics on the ellipsoid", Survey Review 176,
    /// 1975). It does not converge for points nearly opposite each other; those are joined over the great circle that
    /// lies half-way, at the place where the two halves together are shortest.
    public static func distance(from start: Coordinate, to end: Coordinate) -> Double {
        if let length = vincenty(start, end) { return length }
        return overHalfWay(from: start, to: end)
    }

    private static func vincenty(_ start: Coordinate, _ end: Coordinate) -> Double? {
        let f = Ellipsoid.flattening
        let longitude = Coordinate.wrapped(end.longitude - start.longitude) * .pi / 180
        let (sinU1, cosU1) = reducedLatitude(start)
        let (sinU2, cosU2) = reducedLatitude(end)
        var lambda = longitude
        for _ in 0..<100 {
            let sinLambda = sin(lambda)
            let cosLambda = cos(lambda)
            let sinSigma = hypot(cosU2 * sinLambda, cosU1 * sinU2 - sinU1 * cosU2 * cosLambda)
            if sinSigma == 0 { return lambda.magnitude < 1 ? 0 : nil }
            let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU1 * cosU2 * sinLambda / sinSigma
            let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
            // On the equator cos²α is 0 and the middle of the line has no latitude.
            let cos2SigmaM = cosSquaredAlpha > 1e-12 ? cosSigma - 2 * sinU1 * sinU2 / cosSquaredAlpha : 0
            let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
            let before = lambda
            let series = cos2SigmaM + c * cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1)
            lambda = longitude + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * series)
            if lambda.magnitude > .pi + 0.1 { return nil }
            guard (lambda - before).magnitude < 1e-13 else { continue }
            return length(sigma, sinSigma, cosSigma, cosSquaredAlpha, cos2SigmaM)
        }
        return nil
    }

    private static func length(
        _ sigma: Double, _ sinSigma: Double, _ cosSigma: Double, _ cosSquaredAlpha: Double, _ cos2SigmaM: Double
    ) -> Double {
        let a = Ellipsoid.equatorialRadius
        let b = Ellipsoid.polarRadius
        let u2 = cosSquaredAlpha * (a * a - b * b) / (b * b)
        let bigA = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
        let bigB = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
        let squared = cos2SigmaM * cos2SigmaM
        let inner = bigB / 6 * cos2SigmaM * (4 * sinSigma * sinSigma - 3) * (4 * squared - 3)
        let correction = bigB * sinSigma * (cos2SigmaM + bigB / 4 * (cosSigma * (2 * squared - 1) - inner))
        return b * bigA * (sigma - correction)
    }

    private static func reducedLatitude(_ coordinate: Coordinate) -> (sine: Double, cosine: Double) {
        let radians = coordinate.latitude * .pi / 180
        let y = (1 - Ellipsoid.flattening) * sin(radians)
        let x = cos(radians)
        let norm = hypot(x, y)
        return (y / norm, x / norm)
    }

    /// The shortest of all ways that cross the great circle 90° from the start, as every way to a point nearly
    /// opposite must; each half is far from the formula's blind spot.
    private static func overHalfWay(from start: Coordinate, to end: Coordinate) -> Double {
        func length(_ angle: Double) -> Double {
            let middle = pointOnPolarCircle(of: start, at: angle)
            return (vincenty(start, middle) ?? .infinity) + (vincenty(middle, end) ?? .infinity)
        }
        let steps = 90
        let step = 2 * Double.pi / Double(steps)
        let best = (0..<steps).map { (length(Double($0) * step), Double($0) * step) }.min { $0.0 < $1.0 }
        guard let best else { return .nan }
        var low = best.1 - step
        var high = best.1 + step
        let golden = (5.0.squareRoot() - 1) / 2
        while high - low > 1e-9 {
            let left = high - golden * (high - low)
            let right = low + golden * (high - low)
            if length(left) < length(right) { high = right } else { low = left }
        }
        return length((low + high) / 2)
    }

    /// The point 90° away from another on the sphere, in the direction `angle` from north.
    private static func pointOnPolarCircle(of pole: Coordinate, at angle: Double) -> Coordinate {
        let latitude = pole.latitude * .pi / 180
        let target = asin(max(-1, min(1, cos(latitude) * cos(angle))))
        let turn = atan2(sin(angle) * cos(latitude), -sin(latitude) * sin(target))
        let longitude = Coordinate.wrapped(pole.longitude + turn * 180 / .pi)
        return Coordinate(uncheckedLatitude: target * 180 / .pi, longitude: longitude)
    }
}
