import { useQuery } from '@tanstack/react-query';
import type { Brand } from '../../contract/content.ts';
import { contentQueries } from './content.queries.ts';

/**
 * The academy's names, phone numbers and addresses, which come with the header. Null until the header has been loaded.
 */
export function useBrand(): Brand | null {
  return useQuery(contentQueries.header()).data?.brand ?? null;
}
