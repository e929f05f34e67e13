import { formatInstant } from '../../lib/format/format.ts';
import { useIsOffline } from '../../offline/connection/page-connection.ts';

/** While the device is offline, says when the saved list on the page was fetched. `at`: ms since the epoch. */
export function SavedListAge({ at }: { at: number }) {
  if (!useIsOffline()) return null;
  return <p className="soft small">Saved on this device, as of {formatInstant(at)}.</p>;
}
