import type { FastifyReply } from 'fastify';
import type { StreamResponse } from './call.ts';

/** Sends a file as a download, so that the browser never shows it as a page of this site. */
export async function sendFile(reply: FastifyReply, file: File): Promise<FastifyReply> {
  // In Content-Disposition, `filename` is for old clients and takes only ASCII characters; `filename*` has the full
  // name (RFC 6266).
  const plainName = file.name.replace(/[^\w.-]/g, '_');
  return reply
    .type(file.type)
    .header(
      'content-disposition',
      `attachment; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .send(Buffer.from(await file.arrayBuffer()));
}

/** Sends a private file as a download that no cache may store. */
export function sendStream(reply: FastifyReply, response: StreamResponse): FastifyReply {
  const { mediaType, name, bytes, range } = response;
  const length = range ? range.last - range.first + 1 : bytes;
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes}`);
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', 'bytes')
    .header('content-length', String(length))
    .send(response.stream);
}
