import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PlainDeclaration } from '../http/declared.ts';
import type { ContentPolicy } from './content-policy.ts';
import type { KeptReleases } from './kept-releases.ts';

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };
const oneYear = 31_536_000;

/** Hash of a client build's shell: names the release. */
export function releaseOf(clientDir: string): string {
  const shell = join(clientDir, 'shell.html');
  return existsSync(shell)
    ? createHash('sha256').update(readFileSync(shell)).digest('hex').slice(0, 12)
    : 'development';
}

export type AssetFolders = { client: string; media: string };
/** `kept`: files of other releases than the one that is served; absent where none are kept. */
export type AssetParts = { folders: AssetFolders; policy: ContentPolicy; kept?: Pick<KeptReleases, 'open'> };

/** A script or style of another release; answers nothing where there is no such file. */
async function sendKept(kept: Pick<KeptReleases, 'open'>, request: FastifyRequest, reply: FastifyReply) {
  const address = request.url.split('?')[0]?.slice(1) ?? '';
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  const found = await kept.open(address, takesBrotli);
  if (!found) return reply.callNotFound();
  if (found.encoding) reply.header('content-encoding', found.encoding);
  reply.header('cache-control', `public, max-age=${oneYear}, immutable`).header('vary', 'accept-encoding');
  return reply.type(found.mediaType).send(found.stream);
}

/**
 * Built files, precompressed beside themselves: hashed ones immutable, the rest revalidated; and the academy's pictures.
 */
export async function assetRoutes(app: FastifyInstance, { folders, policy, kept }: AssetParts): Promise<void> {
  const config = { plain: declared };
  // Only the plugin's own option makes it look for packed files; the one of a single answer does not.
  await app.register(fastifyStatic, { serve: false, root: folders.client, preCompressed: true });
  const files = ['/color-scheme.js', '/sw.js', '/manifest.webmanifest', '/shell.html', '/path-lab.js', '/path-lab.css'];
  const built = files.filter((file) => existsSync(join(folders.client, file)));
  const send = (root: string, maxAge: number, immutable: boolean) =>
    ({
      root,
      maxAge: maxAge * 1000,
      immutable,
      cacheControl: maxAge > 0,
      serveDotFiles: false,
    }) as const;
  const serve = (url: string, root: string, strip: string, maxAge: number, immutable: boolean) =>
    app.get<{ Params: { '*'?: string } }>(url, { config }, (request, reply) => {
      if (maxAge === 0) reply.header('cache-control', 'no-cache');
      // The worker keeps the shell with its headers, so this is the policy of every page that it serves.
      if (url === '/shell.html') reply.header('content-security-policy', policy(null));
      const file = decodeURIComponent(request.url.split('?')[0] ?? '').slice(strip.length);
      // Of a path that leads out of the folder nothing is said, not even whether it leads to a file.
      const isOurs = !file.includes('..') && existsSync(join(root, file));
      if (kept && url === '/assets/*' && !isOurs) return sendKept(kept, request, reply);
      return reply.sendFile(file, root, send(root, maxAge, immutable));
    });
  serve('/assets/*', folders.client, '/', oneYear, true);
  serve('/icons/*', folders.client, '/', 86_400, false);
  serve('/screenshots/*', folders.client, '/', 86_400, false);
  serve('/media/*', folders.media, '/media/', 86_400, false);
  for (const file of built) serve(file, folders.client, '/', 0, false);
}
