public import Bluetooth
import Glibc
public import Ranging
public import Tracking

/// How strongly a very tag is heard, as it is stored with it.
public struct MeasuredPathLoss: Hashable, Sendable {
    public let pathLoss: PathLoss

    public init(_ pathLoss: PathLoss) { self.pathLoss = pathLoss }

    /// What levels come to, rounded to what they can tell; `usual` is what the tag's profile says.
    ///
    /// - Throws: `Calibration.Failure`.
    public init(levels: [Calibration.Level], usual: PathLoss) throws(Calibration.Failure) {
        let result = try Calibration(levels: levels, usual: usual.exponent)
        pathLoss = PathLoss(
            powerAtOneMetre: (result.powerAtOneMetre * 10).rounded() / 10,
            exponent: (result.exponent * 100).rounded() / 100,
            sigma: Calibration.biasSigma
        )
    }

    /// By which factor, to a tenth, distances by another power at a metre are wrong.
    public func factor(of other: PathLoss) -> Double {
        let difference = (other.powerAtOneMetre - pathLoss.powerAtOneMetre).magnitude
        return (pow(10, difference / (10 * pathLoss.exponent)) * 10).rounded() / 10
    }
}

extension RegistryFile {
    /// Keeps with a tag how strongly it is heard; nil for as its profile says.
    ///
    /// - Throws: ``RegistryError`` when there is no such tag, or the file cannot be changed.
    public func calibrate(_ device: DeviceID, _ pathLoss: PathLoss?) throws(RegistryError) {
        try update { (registry) throws(RegistryError) in
            guard registry.calibrate(device, pathLoss) else { throw RegistryError(path, .unknown("\(device)")) }
        }
    }
}
