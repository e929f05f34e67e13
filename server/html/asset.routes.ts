import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { PlainDeclaration } from '../http/declared.ts';
import type { ContentPolicy } from './content-policy.ts';

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

/**
 * Built files, precompressed beside themselves: hashed ones immutable, the rest revalidated; and the academy's pictures.
 */
export async function assetRoutes(app: FastifyInstance, folders: AssetFolders, policy: ContentPolicy): Promise<void> {
  const config = { plain: declared };
  // Only the plugin's own option makes it look for packed files; the one of a single answer does not.
  await app.register(fastifyStatic, { serve: false, root: folders.client, preCompressed: true });
  const files = ['/color-scheme.js', '/sw.js', '/manifest.webmanifest', '/shell.html'];
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
      return reply.sendFile(file, root, send(root, maxAge, immutable));
    });
  serve('/assets/*', folders.client, '/', oneYear, true);
  serve('/icons/*', folders.client, '/', 86_400, false);
  serve('/screenshots/*', folders.client, '/', 86_400, false);
  serve('/media/*', folders.media, '/media/', 86_400, false);
  for (const file of built) serve(file, folders.client, '/', 0, false);
}
