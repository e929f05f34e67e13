import { PageLink } from '../ui/links/page-link.tsx';
import classes from './breadcrumb.module.css';

/** Breadcrumb navigation. `trail`: the pages above the current one; `here`: the name of the current page. */
export function Breadcrumb({ trail, here }: { trail: ReadonlyArray<{ label: string; url: string }>; here: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={`row middle soft tiny ${classes.trail}`}>
        {trail.map(({ label, url }) => (
          <li className="rigid" key={url}>
            <PageLink className="touch" href={url}>
              {label}
            </PageLink>
          </li>
        ))}
        <li className="rigid" aria-current="page">
          {here}
        </li>
      </ol>
    </nav>
  );
}
