import * as z from 'zod/mini';

/** Cache with one entry per page, under the page's path. */
const cacheName = 'landfall-first-views';
/** Only the newest pages are stored. */
const maxPages = 40;

const savedFirstViewSchema = z.object({
  /** Path of the release's first script. The markup fits this release only, since class names change with releases. */
  start: z.string(),
  /** Paths of the style sheets that the markup needs. */
  styles: z.array(z.string().check(z.regex(/^\/assets\/[\w.-]+\.css$/))),
  markup: z.string(),
});

/** Markup of a public page's first screen as it was last shown, without prices, seats and personal data. */
type SavedFirstView = z.infer<typeof savedFirstViewSchema>;

/** Stores a page's first screen. Does nothing if the browser cannot store it. */
export async function storeFirstView(pathname: string, view: SavedFirstView): Promise<void> {
  try {
    const views = await caches.open(cacheName);
    await views.put(pathname, Response.json(view));
    const pages = await views.keys();
    await Promise.all(pages.slice(0, -maxPages).map((page) => views.delete(page)));
  } catch {
    // Private window or full device: the page will start like one that was never visited.
  }
}

/** Deletes all first screens, since they contain pictures: for visitors who switch on low-data mode. */
export async function deleteFirstViews(): Promise<void> {
  try {
    await caches.delete(cacheName);
  } catch {
    // If the browser cannot store anything, there is nothing to delete.
  }
}

/** The stored first screen of a page; null if there is none or it cannot be read. */
export async function readFirstView(pathname: string): Promise<SavedFirstView | null> {
  try {
    const found = await caches.match(pathname, { cacheName });
    return found ? savedFirstViewSchema.parse(await found.json()) : null;
  } catch {
    return null;
  }
}
