import type { QueryClient } from '@tanstack/react-query';
import { academyDay } from '../../lib/format.ts';
import { courseQueries } from '../course.queries.ts';
import { type CompareAddress, compared, readCompareAddress } from './compared.ts';

/**
 * Reads which courses an address asks to compare, and asks for them; only the server waits. With it comes the academy day
 * that the page counts from.
 */
export async function loadCompared(
  client: QueryClient,
  search: { ids?: unknown; add?: unknown },
): Promise<{ address: CompareAddress; today: string }> {
  const address = readCompareAddress(search);
  const asked = compared(address).ids.map((id) => client.prefetchQuery(courseQueries.detail(id)));
  if (import.meta.env.SSR) await Promise.all(asked);
  return { address, today: academyDay() };
}
