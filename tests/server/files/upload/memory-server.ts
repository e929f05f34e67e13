import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { checkPdf } from '../../../../server/files/check/check-pdf.ts';
import { spoolUpload } from '../../../../server/files/upload/spool.ts';
import { diskBlobs } from '../../../../server/providers/blobs/disk-blobs.ts';

// This program is a server for a test that measures how much memory uploads take. It handles each uploaded PDF with the
// product's own code. A GET request returns the highest memory use since the previous one, in bytes.
// Run it with `node --expose-gc`: it then collects garbage before each measurement and counts only memory in use.
const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'landfall-memory-')));
const blobs = diskBlobs(folder);
let peak = 0;
setInterval(() => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  peak = Math.max(peak, heapUsed + external);
}, 100);

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(String(peak));
    peak = 0;
    return;
  }
  const id = crypto.randomUUID();
  const path = join(folder, id);
  try {
    const spooled = await spoolUpload(request, { purpose: 'document', path });
    await checkPdf(path);
    await blobs.put(id, { path, ...spooled, mediaType: 'application/pdf' });
    await blobs.remove(id);
    response.end('stored');
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
// Never close idle connections: the server could close one at the moment when the test sends the next upload on it.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
