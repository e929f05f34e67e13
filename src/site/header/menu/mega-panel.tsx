import type { MegaColumn } from '../../../../contract/content.ts';
import { useLowData } from '../../../lib/low-data.ts';
import { Icon, isIconName } from '../../../ui/icons.tsx';
import { PageLink } from '../../../ui/links/page-link.tsx';
import classes from '../../site-frame.module.css';
import type { MenuEntry } from './menu-tree.ts';

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

function MegaMenuColumn({ column }: { column: MegaColumn }) {
  const isLowDataMode = useLowData() !== null;
  const { type, title, links, description, iconName, imageUrl, ctaText, ctaUrl, departmentUrl } = column;
  return (
    <section className={`stack packed gap-2 ${classes.column}`} data-type={type}>
      {imageUrl && type === 'featured_content' && !isLowDataMode ? (
        <img src={imageUrl} alt="" width="320" height="200" loading="lazy" className={classes.picture} />
      ) : null}
      <h3 className={`row middle gap-2 ${classes.title}`}>
        {iconName && isIconName(iconName) ? <Icon name={iconName} /> : null}
        {departmentUrl ? <PageLink href={departmentUrl}>{title}</PageLink> : title}
      </h3>
      {description ? <p className="soft small">{description}</p> : null}
      <ColumnLinks links={links} />
      {ctaText && ctaUrl ? (
        <PageLink href={ctaUrl} className={`strong ${classes.cta}`}>
          {ctaText}
          <Icon name="arrowRight" size={18} />
        </PageLink>
      ) : null}
    </section>
  );
}

const isPage = (url: string) => url !== '' && !url.startsWith('#');

/** The open panel of a menu entry: the entry's columns and a link to the entry's own page. */
export function MegaPanel({ entry: { label, url, columns } }: { entry: MenuEntry }) {
  return (
    <>
      <div className={`stack gap-8 ${classes.columns}`}>
        {columns.map((column) => (
          <MegaMenuColumn key={column.type + column.title} column={column} />
        ))}
      </div>
      {isPage(url) ? (
        <PageLink href={url} className={`mt-4 strong ${classes.whole}`}>
          {label} overview
          <Icon name="arrowRight" size={18} />
        </PageLink>
      ) : null}
    </>
  );
}
