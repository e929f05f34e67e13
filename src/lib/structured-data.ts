import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../../contract/pages.ts';
import { publicAddress } from './site-address.ts';

/** A schema.org object without its `@context`. */
export type StructuredData = { '@type': string; [property: string]: unknown };

/** A schema.org BreadcrumbList that starts with Home and continues with `pages`. The last page is the current one. */
export function structuredTrail(client: QueryClient, pages: ReadonlyArray<{ name: string; path: string }>) {
  const steps = [{ name: 'Home', path: paths.home }, ...pages];
  const itemListElement = steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: publicAddress(client, path) ?? path,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

/** A schema.org BreadcrumbList, as `structuredTrail` returns it. */
export type StructuredTrail = ReturnType<typeof structuredTrail>;
