import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../../contract/pages.ts';
import { publicAddress } from './site-address.ts';

/** One object in the words of schema.org, without its `@context`. */
export type StructuredData = { '@type': string; [property: string]: unknown };

/** The pages from Home to this one as a BreadcrumbList; Home itself is not among `pages`. */
export function structuredTrail(client: QueryClient, pages: ReadonlyArray<{ name: string; path: string }>) {
  const steps = [{ name: 'Home', path: paths.home }, ...pages];
  const itemListElement = steps.map(({ name, path }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name,
    item: publicAddress(client, path) ?? path,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

/** A BreadcrumbList. */
export type StructuredTrail = ReturnType<typeof structuredTrail>;
