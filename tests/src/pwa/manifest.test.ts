import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { paths } from '../../../contract/pages.ts';

const publicFolder = fileURLToPath(new URL('../../../public/', import.meta.url));
const picture = z.object({
  src: z.string(),
  sizes: z.string().regex(/^\d+x\d+$/),
  type: z.literal('image/png'),
  purpose: z.enum(['any', 'maskable', 'monochrome']).optional(),
  form_factor: z.enum(['narrow', 'wide']).optional(),
  label: z.string().optional(),
});
// The server adds `name` and `short_name` from the content (tests/server/html/asset.routes.test.ts).
const manifest = z
  .object({
    id: z.string(),
    description: z.string(),
    start_url: z.string().startsWith('/'),
    scope: z.literal('/'),
    display: z.literal('standalone'),
    lang: z.string(),
    dir: z.string(),
    theme_color: z.string(),
    background_color: z.string(),
    categories: z.array(z.string()),
    launch_handler: z.object({ client_mode: z.array(z.string()) }),
    icons: z.array(picture),
    shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(picture) })),
    screenshots: z.array(picture),
  })
  .parse(JSON.parse(readFileSync(join(publicFolder, 'manifest.webmanifest'), 'utf8')));

/** Reads width and height from the first chunk of a PNG. */
function sizeOf(file: string): string {
  const bytes = readFileSync(file);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

const pictures = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons), ...manifest.screenshots];

describe('the manifest', () => {
  it.each(pictures)('the web app manifest gives the real size of the picture $src', ({ src, sizes }) => {
    const file = join(publicFolder, src);
    expect(existsSync(file)).toBe(true);
    expect(sizeOf(file)).toBe(sizes);
  });

  it('the web app manifest has the icons and screenshots that installing requires', () => {
    const icons = manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
    expect(icons).toEqual(expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512']));
    const forms = manifest.screenshots.map(({ form_factor }) => form_factor);
    expect(forms).toEqual(expect.arrayContaining(['narrow', 'wide']));
    expect(manifest.launch_handler.client_mode[0]).toBe('navigate-existing');
  });

  it('the web app manifest has shortcuts to the course list, Book Online and the cart', () => {
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual([paths.coursesList, paths.bookOnline, paths.cart]);
  });
});
