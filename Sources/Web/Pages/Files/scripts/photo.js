// Photos: made smaller on this device, which leaves behind where and when they were taken.
const longest = 1024;

/// The picture as a JPEG of at most 1024 points a side; throws when it cannot be read.
export async function scaled(file) {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const factor = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.max(1, Math.round(bitmap.width * factor)), Math.max(1, Math.round(bitmap.height * factor))];
    const drawing = canvas.getContext("2d");
    // A JPEG has no holes to look through.
    drawing.fillStyle = "#ffffff";
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error())), "image/jpeg", 0.85));
}
