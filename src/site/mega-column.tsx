import type { MegaColumn } from '../../contract/content.ts';
import { useLowData } from '../lib/low-data.ts';
import { Icon, isIconName } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import classes from './mega-menu.module.css';

function ColumnLinks({ links }: Pick<MegaColumn, 'links'>) {
  return links.length > 0 ? (
    <ul className={classes.links}>
      {links.map(({ label, url }) => (
        <li key={url + label}>
          <PageLink href={url}>{label}</PageLink>
        </li>
      ))}
    </ul>
  ) : null;
}

/** One column of a mega menu; what a type does not use stays away. */
export function MegaMenuColumn({ column }: { column: MegaColumn }) {
  const isSparing = useLowData() !== null;
  const { type, title, links, description, iconName, imageUrl, ctaText, ctaUrl, departmentUrl } = column;
  return (
    <section className={classes.column} data-type={type}>
      {imageUrl && type === 'featured_content' && !isSparing ? (
        <img src={imageUrl} alt="" width="320" height="200" loading="lazy" className={classes.picture} />
      ) : null}
      <h3 className={classes.title}>
        {iconName && isIconName(iconName) ? <Icon name={iconName} /> : null}
        {departmentUrl ? <PageLink href={departmentUrl}>{title}</PageLink> : title}
      </h3>
      {description ? <p className={classes.description}>{description}</p> : null}
      <ColumnLinks links={links} />
      {ctaText && ctaUrl ? (
        <PageLink href={ctaUrl} className={classes.cta}>
          {ctaText}
          <Icon name="arrowRight" size={18} />
        </PageLink>
      ) : null}
    </section>
  );
}
