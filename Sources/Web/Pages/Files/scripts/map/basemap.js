// What a map is drawn on: tiles of another host, or those of an archive on the console's disk.
import { api } from "../api.js";
import { strings } from "../strings.js";

/// `tiles`: their address; `attribution`; `isOurs`: whether they are the console's own, and `isVector` what is drawn in
/// the page; `options`: what Leaflet is told of them; `zooms` and `bounds` (west, south, east, north), where they are known;
/// `headers`: what has to be sent for each, null for nothing.
///
/// `setup.link` is the secret of a share link, for whoever has not logged in.
///
/// The error's `reason` is the name of a sentence in strings.map.
export async function baseOf(setup) {
    if (!setup.map) return { tiles: setup.tiles, attribution: setup.attribution ?? "", isOurs: false, options: { maxNativeZoom: 19 } };
    const headers = setup.link ? { "X-Tagalong-Link": setup.link } : null;
    const map = await (headers ? shared(headers) : api.basemap()).catch((error) => { throw Object.assign(error, { reason: "noBaseMap" }); });
    const { tiles, attribution = "", format, minzoom, maxzoom, bounds } = map;
    const options = { minNativeZoom: minzoom, maxNativeZoom: maxzoom,
        // Farther out a tile would be a few pixels, and there would be many of them.
        minZoom: Math.max(0, minzoom - 2) };
    if (bounds) options.bounds = [[bounds[1], bounds[0]], [bounds[3], bounds[2]]];
    return { tiles: tiles[0], attribution, isOurs: true, isVector: format === "pbf", zooms: [minzoom, maxzoom], bounds, options, headers };
}

async function shared(headers) {
    const answer = await fetch("/shared/basemap.json", { headers, credentials: "omit" });
    if (!answer.ok) throw new Error(strings.errors.status(answer.status));
    return answer.json();
}
