// Pictures of tiles, also of those for which a header has to be sent: no picture that a browser loads by itself has one.

/// A picture that calls `done` once it is there, or with an error; `headers` are null where none are needed.
export function tilePicture(address, headers, done) {
    const image = Object.assign(new Image(), { alt: "" });
    image.onerror = () => done(new Error("no tile"));
    if (!headers) {
        image.onload = () => done(null);
        image.src = address;
        return image;
    }
    load(address, headers).then((url) => {
        image.onload = () => {
            URL.revokeObjectURL(url);
            done(null);
        };
        image.src = url;
    }, done);
    return image;
}

async function load(address, headers) {
    const answer = await fetch(address, { headers, credentials: "omit" });
    if (!answer.ok) throw new Error(`no tile: ${answer.status}`);
    return URL.createObjectURL(await answer.blob());
}

/// A layer of such tiles for Leaflet.
export function tileLayer(L, { tiles, options, headers }) {
    const all = { ...options, maxZoom: 22 };
    if (!headers) return L.tileLayer(tiles, all);
    const Layer = L.TileLayer.extend({
        createTile(coords, done) {
            const tile = tilePicture(this.getTileUrl(coords), headers, (error) => done(error, tile));
            return tile;
        },
    });
    return new Layer(tiles, all);
}
