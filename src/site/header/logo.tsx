import { useState } from 'react';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Skeleton } from '../../ui/messages/skeleton.tsx';
import classes from '../site-frame.module.css';

/**
 * The logo, a lighthouse above the horizon, with the short name of the academy. Until `name` is known (null), the logo
 * shows the name from the shell, if the server put one there.
 */
export function Logo({ name: loaded }: { name: string | null }) {
  const [shown] = useState(() => (import.meta.env.SSR ? null : document.querySelector('.waiting-row b')?.textContent));
  const name = loaded ?? shown;
  return (
    <PageLink href="/" className={`touch gap-2 plain large ${classes.logo}`}>
      <svg width="34" height="34" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path className={classes.star} d="M12 0L13.6 4.6L19.5 6L13.6 7.4L12 11.8L10.4 7.4L4.5 6L10.4 4.6Z" />
        <path fill="currentColor" d="M10.3 12.8H13.7L15.5 21H8.5Z" />
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="2.3"
          strokeLinecap="round"
          d="M1.8 22.4Q12 17.6 22.2 22.4"
        />
      </svg>
      {name ? (
        <span>{name}</span>
      ) : (
        <>
          <span className="visually-hidden">Home</span>
          <Skeleton width="5.5rem" height="1rem" />
        </>
      )}
    </PageLink>
  );
}
