import { useQuery } from '@tanstack/react-query';
import type { Brand } from '../../contract/content.ts';
import { contentQueries } from './content.queries.ts';

/** The academy's names and numbers; null until the header has come. */
export function useBrand(): Brand | null {
  return useQuery(contentQueries.header()).data?.brand ?? null;
}
