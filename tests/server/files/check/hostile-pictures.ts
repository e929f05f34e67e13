import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { HostileFile } from './hostile-documents.ts';

function pngChunk(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(bytes.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/**
 * Returns a PNG whose header claims a picture of `width` by `height` pixels, but which contains only `rows` rows of
 * pixels.
 */
function hugePng(width: number, height: number, rows: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rowBytes = Math.ceil(width / 8) + 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(rowBytes * rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const picture = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#036' } });
const frames = Buffer.alloc(10 * 20 * 3, 90).fill(200, 300);

async function animated(format: 'webp' | 'gif'): Promise<Buffer> {
  const strip = sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } });
  return strip.toFormat(format).toBuffer();
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>';

/** Files that the server must reject when a student uploads them as a profile picture. */
export async function hostilePictures(): Promise<HostileFile[]> {
  const jpeg = await picture().jpeg().toBuffer();
  const png = await picture().png().toBuffer();
  const wrong: Record<string, Buffer> = {
    'an SVG with a script': Buffer.from(svg),
    'an SVG with an XML declaration': Buffer.from(`<?xml version="1.0"?>${svg}`),
    'a GIF': await picture().gif().toBuffer(),
    'an animated GIF': await animated('gif'),
    'an animated WEBP': await animated('webp'),
    'a TIFF': await picture().tiff().toBuffer(),
    'an AVIF': await picture().avif().toBuffer(),
    'a PDF': Buffer.from('%PDF-1.7\n%%EOF'),
    'an HTML page': Buffer.from('<html><script>alert(1)</script>'),
    'an empty file': Buffer.alloc(0),
    'an SVG after a space': Buffer.from(` ${svg}`),
  };
  const broken: Record<string, Buffer> = {
    'a PNG that claims ten thousand million pixels': hugePng(100_000, 100_000, 10),
    'a PNG with a hundred million pixels': hugePng(10_000, 10_000, 10_000),
    'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
    'half a PNG': png.subarray(0, png.length / 2),
    'an HTML page after the first bytes of a JPEG': Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.from('<script>'),
    ]),
    'an SVG after the first bytes of a PNG': Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]),
    'the first bytes of a WEBP': Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 '),
  };
  const listed = (files: Record<string, Buffer>, status: number, code: string) =>
    Object.entries(files).map(([what, bytes]) => ({ what, bytes, status, code }));
  return [...listed(wrong, 415, 'WRONG_TYPE'), ...listed(broken, 422, 'UNREADABLE')];
}

/**
 * Pictures whose files contain more than pixels, such as HTML or GPS coordinates. When one is uploaded, the server must
 * store only its pixels.
 */
export async function loadedPictures(): Promise<Record<string, Buffer>> {
  const jpeg = await picture().jpeg().toBuffer();
  const png = await picture().png().toBuffer();
  const secret = { IFD0: { Copyright: 'hidden-word' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 4/1 0/1' } };
  return {
    'a JPEG followed by an HTML page': Buffer.concat([jpeg, Buffer.from('<script>hidden-word</script>')]),
    'a PNG followed by an HTML page': Buffer.concat([png, Buffer.from('<script>hidden-word</script>')]),
    'a JPEG with GPS coordinates': await picture().withExif(secret).jpeg().toBuffer(),
    'a WEBP with EXIF data': await picture().withExif(secret).webp().toBuffer(),
  };
}
