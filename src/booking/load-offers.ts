import type { QueryClient } from '@tanstack/react-query';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { sessionQueries } from '../auth/session/session.queries.ts';
import { academyDay } from '../lib/format/format.ts';
import { isPreview } from '../lib/preview.ts';
import { bookingQueries } from './booking.queries.ts';
import type { BookingAddress } from './booking-address.ts';
import { bookingPath, openTab } from './booking-address.ts';
import { filterOffers } from './offers/filter-offers.ts';
import { countOffers, leadingOffers, offeredCategories, takeOffers } from './offers/offer-groups.ts';

/**
 * How many offers of each tab the HTML contains: about as many as fit on a phone's first screen. A package with all its
 * courses counts as one offer.
 */
const firstCounts: Record<BookingTab, number> = { packages: 3, individual: 6 };

/**
 * On the server: loads the offers that the first screen shows, or all for the preview of a draft. It loads none if the
 * academy requires a login to see the offers and nobody is signed in.
 */
async function loadFirstOffers(client: QueryClient, address: BookingAddress): Promise<void> {
  const tab = openTab(address);
  const whole = bookingQueries.groups(null, tab, '');
  const groups = await client.fetchQuery({ ...whole, retry: false }).catch(() => null);
  client.removeQueries({ queryKey: whole.queryKey });
  if (!groups) return;
  const arranged = leadingOffers(filterOffers(groups, address, academyDay()), address);
  const first = {
    groups: isPreview(client) ? [...arranged] : takeOffers(arranged, firstCounts[tab]),
    count: countOffers(arranged),
    categoryIds: offeredCategories(groups),
  };
  client.setQueryData(bookingQueries.first(tab).queryKey, { path: bookingPath(address), ...first });
}

/** The route loader of Book Online. `today`: today's date in the academy's time zone, `YYYY-MM-DD`. */
export async function loadOffers(client: QueryClient, address: BookingAddress): Promise<{ today: string }> {
  const settings = client.prefetchQuery(bookingQueries.settings());
  const student = client.getQueryData(sessionQueries.status().queryKey);
  if (import.meta.env.SSR) await Promise.all([settings, loadFirstOffers(client, address)]);
  else if (student) void client.prefetchQuery(bookingQueries.groups(student.id, openTab(address), ''));
  return { today: academyDay() };
}
