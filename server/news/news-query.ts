import { listPosts } from '../../contract/news.ts';
import { newsPageLimit, postOrders } from '../../contract/news-categories.ts';
import { type NewsQuery, newsRefusal } from '../providers/news/news.ts';

const defaultPerPage = 10;
const digits = /^\d{1,9}$/;

/** Parses a whole number from `least` to `most`; null for any other text. */
function readNumber(text: string, least: number, most: number): number | null {
  const number = digits.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : null;
}

function invalid(faults: Record<string, string>) {
  return newsRefusal('rest_invalid_param', `Invalid parameter(s): ${Object.keys(faults).join(', ')}`, faults);
}

/**
 * Parses the query of a list of posts. @throws Refusal 400 `rest_invalid_param`, which names every invalid parameter
 */
export function readNewsQuery(query: unknown): NewsQuery {
  const read = listPosts.query.safeParse(query);
  if (!read.success)
    throw invalid(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])));
  const written = read.data;
  const faults: Record<string, string> = {};
  const { per_page, page, orderby = 'date', order = 'desc', search, slug } = written;
  const perPage = readNumber(per_page ?? String(defaultPerPage), 1, newsPageLimit);
  if (perPage === null) faults.per_page = `per_page must be between 1 (inclusive) and ${newsPageLimit} (inclusive)`;
  const number = readNumber(page ?? '1', 1, 100_000);
  if (number === null) faults.page = 'page must be greater than or equal to 1';
  const orderBy = postOrders.find((name) => name === orderby);
  if (!orderBy) faults.orderby = `orderby is not one of ${postOrders.join(', ')}.`;
  if (order !== 'asc' && order !== 'desc') faults.order = 'order is not one of asc, desc.';
  const names = (written.categories ?? '').split(',').filter((name) => name.trim() !== '');
  const categories = names.flatMap((name) => readNumber(name.trim(), 1, 999_999_999) ?? []);
  if (categories.length < names.length) faults.categories = 'categories[0] is not of type integer.';
  if (Object.keys(faults).length > 0 || perPage === null || number === null || !orderBy) throw invalid(faults);
  return {
    categories,
    perPage,
    page: number,
    orderBy,
    order: order === 'asc' ? 'asc' : 'desc',
    search,
    slug,
    isEmbedded: written._embed !== undefined,
  };
}
