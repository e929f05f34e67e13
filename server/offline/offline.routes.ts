import { getVoyageManifest, getVoyagePart } from '../../contract/offline.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../http/refusal.ts';
import type { VoyageShelf } from './voyage-shelf.ts';

/** What the site saves for a voyage (decisions, "Calls that the letter lacks"). */
export function offlineRoutes(mount: Mount, { shelf }: { shelf: VoyageShelf }): void {
  mount(getVoyageManifest, async () => ({ statusCode: 200, data: await shelf.manifest() }));

  mount(getVoyagePart, async ({ params }) => {
    const part = await shelf.part(params.id);
    if (!part) throw notFound();
    return { statusCode: 200, data: part };
  });
}
