// Makes the icons of the packages from resources/icon.svg: `npm run icons`, on a machine with a display. Under Node it
// runs itself in Electron, whose Chromium renders the image at each size.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const resources = path.join(path.dirname(import.meta.dirname), 'resources');
/** Sizes (px) required on Linux, Windows and macOS. */
const SET = [16, 24, 32, 48, 64, 128, 256, 512];
const ICO = [16, 20, 24, 32, 40, 48, 64, 256];
const ICNS = {
  icp4: 16,
  ic11: 32,
  icp5: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
};
/** Up to this size (px) the mark is drawn larger, with thicker lines and no margin: it would blur. */
const SMALL = 40;
const LARGER = '<g transform="translate(512 512) scale(1.32) translate(-512 -512)">';

/** The SVG for a size. */
function svgFor(source, size) {
  const sized = (svg) => svg.replace('width="1024" height="1024"', `width="${size}" height="${size}"`);
  if (size > SMALL) return sized(source);
  return sized(source)
    .replace('viewBox="0 0 1024 1024"', 'viewBox="56 56 912 912"')
    .replaceAll('stroke-width="52"', `stroke-width="${size < 24 ? 72 : 62}"`)
    .replace('<g ', `${LARGER}<g `)
    .replace('</svg>', '</g></svg>');
}

/** Encodes an .ico: images of 256 pixels as PNG, smaller ones as bitmaps, which old parts of Windows require. */
function encodeIco(pictures) {
  const images = ICO.map((size) =>
    size >= 256 ? pictures[size].png : encodeBitmap(size, pictures[size].rgba),
  );
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let place = head.length;
  for (const [index, size] of ICO.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(images[index].length, at + 8);
    head.writeUInt32LE(place, at + 12);
    place += images[index].length;
  }
  return Buffer.concat([head, ...images]);
}

/** Encodes a bitmap: 32 bits per pixel, bottom row first, and the one-bit mask for old readers. */
function encodeBitmap(size, rgba) {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(size, 4);
  head.writeInt32LE(size * 2, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(size * size * 4);
  const row = Math.ceil(size / 32) * 4;
  const mask = Buffer.alloc(row * size);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const from = (y * size + x) * 4;
      const to = ((size - 1 - y) * size + x) * 4;
      const [red, green, blue, alpha] = rgba.subarray(from, from + 4);
      pixels.set([blue, green, red, alpha], to);
      if (alpha < 128) mask[(size - 1 - y) * row + (x >> 3)] |= 0x80 >> (x & 7);
    }
  return Buffer.concat([head, pixels, mask]);
}

/** Encodes an .icns: PNG images under macOS's names for their sizes. */
function encodeIcns(pictures) {
  const parts = Object.entries(ICNS).map(([name, size]) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32BE(8 + pictures[size].png.length, 4);
    return Buffer.concat([head, pictures[size].png]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

async function draw() {
  const { app, BrowserWindow } = await import('electron');
  await app.whenReady();
  const window = new BrowserWindow({ show: false });
  await window.loadURL('data:text/html,<canvas></canvas>');
  const source = readFileSync(path.join(resources, 'icon.svg'), 'utf8');
  const pictures = {};
  for (const size of new Set([...SET, ...ICO, ...Object.values(ICNS)])) {
    const picture = `data:image/svg+xml;base64,${Buffer.from(svgFor(source, size)).toString('base64')}`;
    const [png, rgba] = await window.webContents.executeJavaScript(`(async () => {
      const canvas = document.querySelector('canvas');
      canvas.width = canvas.height = ${size};
      const image = new Image();
      image.src = '${picture}';
      await image.decode();
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0, ${size}, ${size});
      return [canvas.toDataURL('image/png'), [...context.getImageData(0, 0, ${size}, ${size}).data]];
    })()`);
    pictures[size] = { png: Buffer.from(png.split(',')[1], 'base64'), rgba: Uint8Array.from(rgba) };
  }
  const folder = path.join(resources, 'icons');
  mkdirSync(folder, { recursive: true });
  for (const size of SET) writeFileSync(path.join(folder, `${size}x${size}.png`), pictures[size].png);
  writeFileSync(path.join(resources, 'icon.png'), pictures[1024].png);
  writeFileSync(path.join(resources, 'icon.ico'), encodeIco(pictures));
  writeFileSync(path.join(resources, 'icon.icns'), encodeIcns(pictures));
  app.exit(0);
}

if (process.versions.electron) {
  // Do not await this: Electron becomes ready only after its program has been fully read.
  void draw();
} else {
  const { electronDist } = await import('./electronDist.mjs');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const { status } = spawnSync(electronDist().executable, [import.meta.filename, ...sandbox], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
