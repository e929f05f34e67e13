import type { CmsPage } from '../../../../contract/cms.ts';
import { Icon, isIconName } from '../../../ui/icons.tsx';
import classes from '../content-page.module.css';
import { PageBlock } from './page-block.tsx';

/** Lists features of the academy with icons. For an unknown icon name, an anchor is drawn. */
export function FeatureList({ title, list }: NonNullable<CmsPage['features']>) {
  return (
    <PageBlock title={title}>
      <ul className={classes.features}>
        {list.map((feature) => (
          <li key={feature.title}>
            <span className={`stack surface sea ${classes.icon}`}>
              <Icon name={isIconName(feature.iconName) ? feature.iconName : 'anchor'} size={24} />
            </span>
            <h3>{feature.title}</h3>
            <p className="soft small">{feature.text}</p>
          </li>
        ))}
      </ul>
    </PageBlock>
  );
}
