import { searchNumber, searchText } from '../../lib/search-values.ts';

const courseModes = ['blended', 'onsite'] as const;
const courseOrders = ['fee', 'fee-high', 'duration', 'next'] as const;

/** Filter and order of a category page, from the search parameters of its URL. Every field is optional. */
export type CourseFilter = {
  /** Search words, which must all occur in the course's name, code or description. */
  q?: string;
  /** Longest duration of a course in days. */
  duration?: number;
  /** Highest fee of a whole course in rupees. */
  fee?: number;
  /** How courses are held. `blended`: with e-learning; `onsite`: without. */
  mode?: (typeof courseModes)[number];
  /** If 1, only courses with a batch that can be booked are shown. */
  seats?: 1;
  /**
   * The order of the courses. `fee`: lowest fee first; `fee-high`: highest fee first; `duration`: shortest first;
   * `next`: earliest batch first. Default: catalogue order.
   */
  sort?: (typeof courseOrders)[number];
};

function readNumber(value: unknown): number | undefined {
  const number = searchNumber(value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/**
 * The search parameters of a category page, for its route. `readFilter` parses them later, because the router would
 * write parsed values back into the URL.
 */
export function filterSearch(search: Record<string, unknown>): { [Name in keyof CourseFilter]?: unknown } {
  const { q, duration, fee, mode, seats, sort } = search;
  return { q, duration, fee, mode, seats, sort };
}

/** Parses the filter from search parameters. Unknown and invalid values are dropped. */
export function readFilter(search: Readonly<Record<string, unknown>>): CourseFilter {
  const q = searchText(search.q)?.trim().slice(0, 200);
  const [duration, fee] = [readNumber(search.duration), readNumber(search.fee)];
  const mode = courseModes.find((known) => known === search.mode);
  const sort = courseOrders.find((known) => known === search.sort);
  return {
    ...(q ? { q } : {}),
    ...(duration ? { duration } : {}),
    ...(fee ? { fee } : {}),
    ...(mode ? { mode } : {}),
    ...(searchNumber(search.seats) === 1 ? { seats: 1 } : {}),
    ...(sort ? { sort } : {}),
  };
}
