import type { GrievancePage } from '../../../../contract/policies.ts';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { telHref } from '../../tel-href.ts';
import classes from './grievance-page.module.css';

export const otherWaysId = 'other-ways';

/** Such as `Main Block, K-Block and Hostel`. */
function inWords(places: readonly string[]): string {
  return [places.slice(0, -1).join(', '), ...places.slice(-1)].filter(Boolean).join(' and ');
}

/** Other ways to submit a grievance (docs/product.md#grievance-page). */
export function OtherWays({ channels }: { channels: GrievancePage['channels'] }) {
  const { ivrs, ivrsOption, email, suggestionBoxes, website } = channels;
  return (
    <aside className={classes.ways} aria-labelledby={otherWaysId}>
      <h2 id={otherWaysId}>Other ways</h2>
      <dl className={classes.waysList}>
        <div>
          <dt>IVRS</dt>
          <dd>
            <a href={telHref(ivrs)}>{ivrs}</a> (option {ivrsOption})
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
        <div>
          <dt>Suggestion boxes</dt>
          <dd>{inWords(suggestionBoxes)}</dd>
        </div>
        <div>
          <dt>Website</dt>
          <dd>
            <PageLink href={website}>The form on this page</PageLink>
          </dd>
        </div>
      </dl>
    </aside>
  );
}
