import { searchResultLimit } from '../../contract/limits.ts';
import { searchSite } from '../../contract/search.ts';
import type { Mount } from '../http/mount/mount.ts';
import type { SiteIndex } from './site-index.ts';

export function searchRoutes(mount: Mount, { index }: { index: SiteIndex }): void {
  mount(searchSite, async ({ query }) => ({
    statusCode: 200,
    data: { results: await index.find(query.q, searchResultLimit) },
  }));
}
