// Points of a map that are too close together to be told apart become one.

/// Pixels between two marks that can be told apart.
const apart = 40;
/// From harmless to what somebody must not miss.
const ranks = ["near", "unknown", "warning", "critical"];

/// How urgent a point is: of several the most urgent decides how they look together.
export function rankOf(kind) { return Math.max(0, ranks.indexOf(kind)); }

/// Clusters of points on the screen, the most urgent last, so that they are drawn above the others.
///
/// `project` gives the place of a point on the screen, `anchor` is a place that moves with the map, which keeps a cluster
/// together while the map is moved. Points that are out of sight are left out.
export function clustersOf(points, project, anchor, { width, height }) {
    const cells = new Map();
    for (const point of points) {
        const { x, y } = project(point);
        if (x < -apart || y < -apart || x > width + apart || y > height + apart) continue;
        const key = `${Math.floor((x - anchor.x) / apart)} ${Math.floor((y - anchor.y) / apart)}`;
        const cell = cells.get(key);
        if (cell) add(cell, point, x, y); else cells.set(key, { x, y, points: [point], rank: rankOf(point.kind), lost: point.kind === "critical" ? 1 : 0 });
    }
    return merged(cells).sort((one, other) => one.rank - other.rank);
}

function add(cell, point, x, y) {
    const count = cell.points.push(point);
    cell.x += (x - cell.x) / count;
    cell.y += (y - cell.y) / count;
    cell.rank = Math.max(cell.rank, rankOf(point.kind));
    if (point.kind === "critical") cell.lost += 1;
}

/// Neighbours whose middles are too close, on both sides of a border between cells, become one as well.
function merged(cells) {
    const gone = new Set();
    for (const [key, cell] of cells) {
        if (gone.has(key)) continue;
        const [column, row] = key.split(" ").map(Number);
        for (const [x, y] of [[1, 0], [-1, 1], [0, 1], [1, 1]]) {
            const beside = `${column + x} ${row + y}`;
            const other = cells.get(beside);
            if (!other || gone.has(beside) || Math.hypot(other.x - cell.x, other.y - cell.y) >= apart * 0.75) continue;
            const [mine, theirs] = [cell.points.length, other.points.length];
            cell.x = (cell.x * mine + other.x * theirs) / (mine + theirs);
            cell.y = (cell.y * mine + other.y * theirs) / (mine + theirs);
            cell.points = cell.points.concat(other.points);
            cell.rank = Math.max(cell.rank, other.rank);
            cell.lost += other.lost;
            gone.add(beside);
        }
    }
    return [...cells].filter(([key]) => !gone.has(key)).map(([, cell]) => cell);
}
