import { deflateSync } from 'node:zlib';

const streamOf = (keys: string, bytes: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${keys} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);

/**
 * How the object stream of a PDF is written, by default as common PDF programs do. `keys` and `type` are entries of its
 * dictionary, `pack` compresses it, and `repeat` is the number of its copies.
 */
type Packing = { keys?: string; type?: string; pack?: (inside: Buffer) => Buffer; repeat?: number };

/**
 * Returns the bytes of a PDF that has the given objects in an object stream. By default, the stream is compressed, as
 * in the files of most PDF programs.
 */
export function packedPdf(objects: string[], packing: Packing = {}): Buffer {
  const { keys = '/Filter /FlateDecode', type = '/Type /ObjStm', pack = deflateSync, repeat = 1 } = packing;
  let offset = 0;
  const heads = objects.map((object, index) => {
    const head = `${index + 10} ${offset}`;
    offset += object.length + 1;
    return head;
  });
  const first = `${heads.join(' ')}\n`;
  const inside = Buffer.from(first + objects.map((object) => `${object}\n`).join(''));
  const packed = pack(inside);
  const stream = streamOf(`${type} /N ${objects.length} /First ${first.length} ${keys}`, packed);
  const parts: Buffer[] = [
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    Buffer.from('1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    Buffer.from('2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n'),
    Buffer.from('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n'),
    ...Array.from({ length: repeat }, (_, index) =>
      Buffer.concat([Buffer.from(`${4 + index} 0 obj\n`), stream, Buffer.from('\nendobj\n')]),
    ),
  ];
  const at = Buffer.concat(parts).length;
  const table = streamOf('/Type /XRef /W [1 4 1] /Size 9 /Root 1 0 R', Buffer.alloc(54));
  return Buffer.concat([...parts, Buffer.from('8 0 obj\n'), table, Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`)]);
}
