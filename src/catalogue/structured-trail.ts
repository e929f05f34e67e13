import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../../contract/pages.ts';
import { publicAddress } from '../lib/site-address.ts';

/** The pages from Home to this one as a BreadcrumbList. */
export function structuredTrail(client: QueryClient, trail: ReadonlyArray<{ label: string; url: string }>) {
  const steps = [{ label: 'Home', url: paths.home }, ...trail];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, url }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name: label,
      item: publicAddress(client, url) ?? url,
    })),
  };
}
