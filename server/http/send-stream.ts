import type { FastifyReply } from 'fastify';
import type { StreamAnswer } from './call.ts';

/** Sends a private file to be saved, never shown in this site's name and never kept on the way (decisions, "Answers": files). */
export function sendStream(reply: FastifyReply, answer: StreamAnswer): FastifyReply {
  const { mediaType, name, bytes, range } = answer;
  const length = range ? range.last - range.first + 1 : bytes;
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes}`);
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', 'bytes')
    .header('content-length', String(length))
    .send(answer.stream);
}
