import type { FastifyReply } from 'fastify';

/** Sends a file to be saved, never shown in this site's name (decisions, "Answers": files). */
export async function sendFile(reply: FastifyReply, file: File): Promise<FastifyReply> {
  // What is no plain name is left to `filename*` (RFC 6266).
  const plain = file.name.replace(/[^\w.-]/g, '_');
  return reply
    .type(file.type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('content-security-policy', 'sandbox')
    .send(Buffer.from(await file.arrayBuffer()));
}
