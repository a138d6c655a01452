internal import Glibc

/// The areas that stand for a position where only the area may be told: cells of about a kilometre.
///
/// Bands of latitude are 0.009° high (995 to 1,005 m); each is divided into as many cells as its circumference has
/// kilometres. Which cell a position is in depends on nothing but the position, so that many looks at a thing that
/// stays tell no more than one.
public enum AreaGrid {
    /// Degrees of latitude from one band to the next: 20,000 bands.
    private static let height = 0.009
    private static let bands = 20_000

    /// Metres around the middle of a cell within which all of it lies.
    public static let radius: Double = 750

    /// The middle of the cell that a position is in.
    public static func middle(of position: Coordinate) -> Coordinate {
        let band = min(bands - 1, max(0, Int(((position.latitude + 90) / height).rounded(.down))))
        let cells = count(in: band)
        let width = 360 / Double(cells)
        let cell = min(cells - 1, max(0, Int(((position.longitude + 180) / width).rounded(.down))))
        let latitude = (Double(band) + 0.5) * height - 90
        let longitude = (Double(cell) + 0.5) * width - 180
        // Five decimals are a metre; both numbers are within their ranges.
        return (try? Coordinate(latitude: rounded(latitude), longitude: rounded(longitude))) ?? position
    }

    /// As many as make none wider than a kilometre, at the edge that is nearer to the equator.
    private static func count(in band: Int) -> Int {
        let south = Double(band) * height - 90
        let edge = south >= 0 ? south : -(south + height)
        return max(1, Int((360 * cos(max(0, edge) * .pi / 180) / height).rounded(.up)))
    }

    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
}

extension Fix {
    /// The fix as it is told where only the area may be: nothing but the middle of its cell and when it was there.
    public var byArea: Fix {
        Fix(coordinate: AreaGrid.middle(of: coordinate), time: time, accuracy: max(AreaGrid.radius, accuracy ?? 0))
    }
}

extension Position {
    /// The position as it is told where only the area may be.
    public var byArea: Position {
        let fix = Fix(coordinate: coordinate, time: time, accuracy: accuracy).byArea
        return Position(coordinate: fix.coordinate, accuracy: fix.accuracy, time: time)
    }
}
