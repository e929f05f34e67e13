import { formatInstant } from '../lib/format.ts';
import { queryStore } from './query-store.ts';
import { useAsOf } from './use-as-of.ts';

/** How old the page is that is shown without a connection; nothing where the browser keeps nothing. */
export function SavedAge() {
  const asOf = useAsOf();
  return asOf && !queryStore.isRefused ? <>You see what was saved, as of {formatInstant(asOf)}.</> : null;
}
