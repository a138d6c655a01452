internal import COpenSSL

/// The curve P-224 (FIPS 186-4), as Apple's Find My network uses it.
public enum P224 {
    /// x and y of a private key's point, 28 bytes each, from its 28 bytes, the highest first; nil for no private key.
    public static func point(ofSecret secret: [UInt8]) -> [UInt8]? {
        guard secret.count == 28 else { return nil }
        var point = [UInt8](repeating: 0, count: 56)
        return unsafe tagalong_p224_public(secret, &point) == 1 ? point : nil
    }

    /// x, 28 bytes, of u times a point plus v times the generator; nil for a point that is not on the curve.
    ///
    /// `factors` has u and v, 36 bytes each, which are taken modulo the order less 1, plus 1: Apple Platform Security,
    /// "Find My security", and the paper "Who Can Find My Devices?" (PoPETs 2021), section 6.1.
    public static func diversified(_ point: [UInt8], by factors: [UInt8]) -> [UInt8]? {
        guard point.count == 56, factors.count == 72 else { return nil }
        var x = [UInt8](repeating: 0, count: 28)
        return unsafe tagalong_p224_diversify(point, factors, &x) == 1 ? x : nil
    }
}

/// The curves of Google's Find Hub network (SEC 2: Recommended Elliptic Curve Domain Parameters).
public enum EphemeralCurve: Hashable, Sendable, CaseIterable {
    case secp160r1
    case secp256r1

    /// Bytes of a coordinate.
    public var size: Int { self == .secp160r1 ? 20 : 32 }

    /// A number of 32 bytes, the highest first, modulo the curve's order, and x of so many times the generator, each
    /// with as many bytes as the curve has; nil for a multiple of the order.
    public func multiple(_ number: [UInt8]) -> (scalar: [UInt8], x: [UInt8])? {
        guard number.count == 32 else { return nil }
        var (scalar, x) = ([UInt8](repeating: 0, count: size), [UInt8](repeating: 0, count: size))
        let curve = self == .secp160r1 ? TAGALONG_SECP160R1 : TAGALONG_SECP256R1
        return unsafe tagalong_curve_multiple(curve, number, &scalar, &x) == 1 ? (scalar, x) : nil
    }
}
