// How vector tiles look, in light and dark: those of the schema of OpenMapTiles, and of Protomaps' basemaps.

const colours = {
    light: { land: "#f3f1ea", green: "#dce9d1", wood: "#cfe0c3", built: "#e9e5dd", sand: "#f2e9cd", ice: "#f7fafb", water: "#a8cddd", building: "#dcd5c9",
        road: "#ffffff", casing: "#cdc6b8", major: "#f7d98f", path: "#b3a78f", rail: "#9a948a", border: "#8d7f9d" },
    dark: { land: "#1b1f24", green: "#1e2a22", wood: "#1b2d21", built: "#23282e", sand: "#2b2a22", ice: "#2b3238", water: "#10313f", building: "#2d333a",
        road: "#464d56", casing: "#14171a", major: "#6f6240", path: "#4c4a40", rail: "#565c63", border: "#7b7190" },
};

/// Of each kind of road: its values of `class` (OpenMapTiles) and `kind` (Protomaps), from which zoom on, its width in
/// pixels at zoom 10 and 18, and its colour. The last lies on top.
const roads = [
    [["path", "track", "pedestrian"], 13, 0.5, 3, "path"],
    [["minor", "service", "minor_road", "other"], 11.5, 0.4, 14, "road"],
    [["tertiary", "secondary", "medium_road"], 8, 0.7, 18, "road"],
    [["primary", "trunk", "major_road"], 6, 1, 22, "major"],
    [["motorway", "highway"], 4, 1.4, 24, "major"],
];

/// What covers the ground: the layer, the values of its `class` or `kind`, the colour.
const grounds = [
    ["landcover", ["wood", "forest"], "wood"], ["landcover", ["grass", "farmland", "wetland", "grassland", "scrub"], "green"],
    ["landcover", ["sand", "barren", "rock"], "sand"], ["landcover", ["ice", "glacier"], "ice"],
    ["landuse", ["residential", "suburb", "neighbourhood", "industrial", "commercial", "retail", "railway", "school", "hospital", "university"], "built"],
    ["landuse", ["park", "cemetery", "pitch", "playground", "stadium", "grass", "meadow", "golf_course", "garden", "zoo", "nature_reserve"], "green"],
    ["landuse", ["forest", "wood"], "wood"], ["landuse", ["beach", "sand"], "sand"],
];

const whole = [-180, -85.0511, 180, 85.0511];

/// A style of MapLibre for the tiles of an archive.
export function styleOf({ tiles, zooms, bounds }, isDark) {
    const paint = colours[isDark ? "dark" : "light"];
    const [west, south, east, north] = bounds ?? whole;
    const layer = (id, type, sourceLayer, paintOf, more = {}) => ({ id, type, source: "map", "source-layer": sourceLayer, paint: paintOf, ...more });
    const fill = (id, sourceLayer, colour, more) => layer(id, "fill", sourceLayer, { "fill-color": paint[colour] }, more);
    const line = (id, sourceLayer, colour, width, more) => layer(id, "line", sourceLayer, { "line-color": paint[colour], "line-width": width },
        { layout: { "line-cap": "round", "line-join": "round" }, ...more });
    const is = (values) => ["in", ["coalesce", ["get", "class"], ["get", "kind"], ""], ["literal", values]];
    const widths = (least, most, extra = 0) => ["interpolate", ["exponential", 1.6], ["zoom"], 10, least + extra, 18, most + extra];
    const layers = [
        { id: "ground", type: "fill", source: "ground", paint: { "fill-color": paint.land, "fill-antialias": false } },
        ...grounds.map(([name, values, colour], index) => fill(`ground-${index}`, name, colour, { filter: is(values) })),
        fill("park", "park", "green"),
        fill("water", "water", "water", { filter: ["==", ["geometry-type"], "Polygon"] }),
        line("waterway", "waterway", "water", widths(0.8, 6)),
        line("river", "water", "water", widths(0.8, 6), { filter: ["==", ["geometry-type"], "LineString"] }),
    ];
    for (const name of ["transportation", "roads"]) {
        for (const [values, minzoom, least, most] of roads.slice(1)) layers.push(line(`${name}-casing-${values[0]}`, name, "casing", widths(least, most, 1.6), { filter: is(values), minzoom }));
        for (const [values, minzoom, least, most, colour] of roads) layers.push(line(`${name}-${values[0]}`, name, colour, widths(least, most), { filter: is(values), minzoom }));
        layers.push(line(`${name}-rail`, name, "rail", widths(0.6, 3), { filter: is(["rail", "transit"]), minzoom: 9 }));
    }
    layers.push(...["building", "buildings"].map((name) => fill(name, name, "building", { minzoom: 13 })));
    layers.push(...["boundary", "boundaries"].map((name) => line(name, name, "border", 1.2, {
        filter: ["<=", ["to-number", ["coalesce", ["get", "admin_level"], ["get", "kind_detail"], 2], 2], 4],
        layout: { "line-join": "round" },
    })));
    const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]];
    return {
        version: 8,
        sources: {
            map: { type: "vector", tiles: [location.origin + tiles], minzoom: zooms[0], maxzoom: zooms[1], bounds: bounds ?? whole },
            ground: { type: "geojson", data: { type: "Polygon", coordinates: [ring] } },
        },
        layers,
    };
}
