import * as z from 'zod/mini';

/** Where first screens are kept: one entry a page, under its path. */
const keptViewCache = 'landfall-first-views';
/** So many pages, the newest. */
const most = 40;

const keptViewSchema = z.object({
  /** Path of the script of the release that drew it: its class names are that release's own. */
  start: z.string(),
  /** Paths of the stylesheets it is drawn with. */
  styles: z.array(z.string().check(z.regex(/^\/assets\/[\w.-]+\.css$/))),
  markup: z.string(),
});

/** How a page's first screen last looked. It is a public page's part without prices, seats or anybody's data. */
export type KeptView = z.infer<typeof keptViewSchema>;

/** Keeps a page's first screen. Where nothing can be kept, nothing is. */
export async function keepView(pathname: string, view: KeptView): Promise<void> {
  try {
    const views = await caches.open(keptViewCache);
    await views.put(pathname, Response.json(view));
    const kept = await views.keys();
    await Promise.all(kept.slice(0, -most).map((page) => views.delete(page)));
  } catch {
    // Private windows and full devices: the page starts as one that was never seen.
  }
}

/** Forgets every first screen, for who wants no pictures any more. */
export async function forgetViews(): Promise<void> {
  try {
    await caches.delete(keptViewCache);
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

/** The first screen that was kept of a page; null where there is none, or none that can be read. */
export async function readKeptView(pathname: string): Promise<KeptView | null> {
  try {
    const found = await caches.match(pathname, { cacheName: keptViewCache });
    return found ? keptViewSchema.parse(await found.json()) : null;
  } catch {
    return null;
  }
}
