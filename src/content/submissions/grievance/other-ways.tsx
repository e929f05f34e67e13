import type { GrievancePage } from '../../../../contract/policies.ts';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { telHref } from '../../tel-href.ts';
import classes from './grievance-page.module.css';

export const otherWaysId = 'other-ways';

/** Joins names of places: `Main Block, K-Block and Hostel`. */
function inWords(places: readonly string[]): string {
  return [places.slice(0, -1).join(', '), ...places.slice(-1)].filter(Boolean).join(' and ');
}

/** Other ways to submit a grievance (docs/product.md#grievance-page). */
export function OtherWays({ channels }: { channels: GrievancePage['channels'] }) {
  const { ivrs, ivrsOption, email, suggestionBoxes, website } = channels;
  return (
    <aside className={`panel ruled stack gap-3 ${classes.ways}`} aria-labelledby={otherWaysId}>
      <h2 id={otherWaysId}>Other ways</h2>
      <dl className={`terms-tiny ${classes.waysList}`}>
        <div>
          <dt>IVRS</dt>
          <dd className="anywhere">
            <a className="touch" href={telHref(ivrs)}>
              {ivrs}
            </a>{' '}
            (option {ivrsOption})
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd className="anywhere">
            <a className="touch" href={`mailto:${email}`}>
              {email}
            </a>
          </dd>
        </div>
        <div>
          <dt>Suggestion boxes</dt>
          <dd className="anywhere">{inWords(suggestionBoxes)}</dd>
        </div>
        <div>
          <dt>Website</dt>
          <dd className="anywhere">
            <PageLink className="touch" href={website}>
              The form on this page
            </PageLink>
          </dd>
        </div>
      </dl>
    </aside>
  );
}
