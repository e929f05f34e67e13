import { getLibraryManifest, getLibraryPart } from '../../contract/offline.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound } from '../http/refusal.ts';
import type { OfflineLibrary } from './offline-library.ts';

/** The calls by which a device downloads the offline library (docs/product.md#download). */
export function offlineRoutes(mount: Mount, { library }: { library: OfflineLibrary }): void {
  mount(getLibraryManifest, async () => ({ statusCode: 200, data: await library.manifest() }));

  mount(getLibraryPart, async ({ params }) => {
    const bundle = await library.bundle(params.id);
    if (!bundle) throw notFound();
    return { statusCode: 200, data: bundle };
  });
}
