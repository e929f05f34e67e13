import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { policyIdHeader } from '../../contract/headers.ts';
import { acceptedEncoding } from '../http/content-encoding.ts';
import type { PlainDeclaration } from '../http/mount/route-table.ts';
import { encode, sendEncoded } from '../http/public-cache.ts';
import type { Rates } from '../http/rates/rate-limits.ts';
import { picturePolicy, scriptPolicy, setPageHeaders, videoPolicy } from '../http/security-headers.ts';
import type { ContentPolicy } from './content-policy.ts';
import type { ReleaseArchive } from './releases/release-archive.ts';

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };
const manifestPath = '/manifest.webmanifest';
const workerPath = '/sw.js';
const oneYearSeconds = 31_536_000;
/** The highest Brotli quality: the service worker is compressed once, when the server starts. */
const workerQuality = 11;

/** The academy's names for the web app manifest, from the loaded content. Empty if no content is loaded. */
type AcademyNames = { name?: string; short_name?: string };
type AssetFolders = { client: string; media: string };
type AssetDeps = {
  folders: AssetFolders;
  policy: ContentPolicy;
  /** Limits the requests for files that this release does not have. */
  rates: Rates;
  /** Reads the academy's names for the web app manifest. */
  readNames: () => Promise<AcademyNames>;
  /** See `DEVELOPER_PAGES` in `server/env.ts`. */
  servesPathLab: boolean;
  /** Reads a picture that editors have uploaded, by its path; null if there is none. */
  readPicture: (path: string) => Promise<{ mediaType: string; bytes: Buffer } | null>;
  /** Opens the files of other releases. Undefined in development. */
  archive?: Pick<ReleaseArchive, 'open'>;
};

/**
 * Sets the security headers of the file at `path`, which is served by the route `route`. Other sites, such as feed
 * readers and search engines, may show the academy's pictures.
 */
function setFileHeaders(reply: FastifyReply, route: string, path = route): void {
  const isMedia = /^\/(media|icons|screenshots)\//.test(route);
  const mediaPolicy = /\.(webm|mp4)$/.test(path) ? videoPolicy : picturePolicy;
  reply.header('content-security-policy', isMedia ? mediaPolicy : scriptPolicy);
  if (isMedia) reply.header('cross-origin-resource-policy', 'cross-origin');
}

/** Sends a script or style sheet of another release; 404 if no stored release has it. */
async function sendArchived(archive: Pick<ReleaseArchive, 'open'>, request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0]?.slice(1) ?? '';
  const found = await archive.open(path, acceptedEncoding(request) === 'br');
  if (!found) return reply.callNotFound();
  if (found.encoding) reply.header('content-encoding', found.encoding);
  reply.header('cache-control', `public, max-age=${oneYearSeconds}, immutable`).header('vary', 'accept-encoding');
  return reply.type(found.mediaType).send(found.stream);
}

/**
 * Serves the students' service worker, with the id of the shell's Content-Security-Policy at the end of the script.
 * When the policy changes, the script thus changes too: browsers install the worker again, and it stores the shell with
 * the new policy.
 */
async function serveWorker(app: FastifyInstance, clientDir: string, policyId: string): Promise<void> {
  const script = await readFile(join(clientDir, workerPath), 'utf8');
  const encoded = await encode(`${script}\nself.shellPolicyId = '${policyId}';\n`, workerQuality);
  app.get(workerPath, { config: { plain: declared } }, (request, reply) => {
    setFileHeaders(reply, workerPath);
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8');
    return sendEncoded(request, reply, encoded);
  });
}

/**
 * Serves the files of the client build, and the academy's pictures: files of the content folder and pictures that
 * editors have uploaded. Files with a hash in their name are immutable. Icons, screenshots and other pictures are
 * cached for a day; all other files are revalidated. Compressed versions of built files are stored beside the
 * originals.
 */
export async function assetRoutes(app: FastifyInstance, deps: AssetDeps): Promise<void> {
  const { folders, policy, rates, readNames, servesPathLab, readPicture, archive } = deps;
  const config = { plain: declared };
  const policyId = createHash('sha256').update(policy(null)).digest('hex').slice(0, 12);
  // The plugin @fastify/static finds precompressed files only if `preCompressed` is set when it is registered; set for
  // a single response, the option has no effect.
  await app.register(fastifyStatic, { serve: false, root: folders.client, preCompressed: true });
  const files = ['/color-scheme.js', '/staff-sw.js', '/shell.html'];
  if (servesPathLab) files.push('/path-lab.js', '/path-lab.css');
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
    app.get<{ Params: { '*'?: string } }>(url, { config }, async (request, reply) => {
      if (maxAge === 0) reply.header('cache-control', 'no-cache');
      const file = decodeURIComponent(request.url.split('?')[0] ?? '').slice(strip.length);
      // The service worker stores the shell with its response headers and uses it for every page. So the shell gets the
      // headers of a page, with the Content-Security-Policy of pages.
      if (url === '/shell.html') setPageHeaders(reply, policy(null)).header(policyIdHeader, policyId);
      else setFileHeaders(reply, url, file);
      // A path with `..` may lead out of the folder. Do not check whether such a file exists, because the response
      // would reveal it.
      const isInBuild = !file.includes('..') && existsSync(join(root, file));
      const who = { address: request.ip, account: null };
      if (!isInBuild) await rates.count(declared.rate, who);
      const picture = isInBuild || url !== '/media/*' ? null : await readPicture(`/media/${file}`);
      if (picture) {
        await rates.giveBack(declared.rate, who);
        // The path contains a hash of the picture, so the response may be cached as immutable.
        reply.header('cache-control', `public, max-age=${oneYearSeconds}, immutable`);
        return reply.type(picture.mediaType).send(picture.bytes);
      }
      if (archive && url === '/assets/*' && !isInBuild) return sendArchived(archive, request, reply);
      return reply.sendFile(file, root, send(root, maxAge, immutable));
    });
  serve('/assets/*', folders.client, '/', oneYearSeconds, true);
  serve('/icons/*', folders.client, '/', 86_400, false);
  serve('/screenshots/*', folders.client, '/', 86_400, false);
  serve('/media/*', folders.media, '/media/', 86_400, false);
  for (const file of built) serve(file, folders.client, '/', 0, false);
  if (existsSync(join(folders.client, workerPath))) await serveWorker(app, folders.client, policyId);
  app.get(manifestPath, { config }, async (_, reply) => {
    const manifest = JSON.parse(await readFile(join(folders.client, manifestPath), 'utf8')) as object;
    setFileHeaders(reply, manifestPath);
    reply.header('cache-control', 'no-cache').type('application/manifest+json');
    return reply.send(JSON.stringify({ ...(await readNames()), ...manifest }));
  });
}
