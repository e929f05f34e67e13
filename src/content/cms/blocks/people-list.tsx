import type { CmsPage } from '../../../../contract/cms.ts';
import { Portrait } from '../../portrait.tsx';
import classes from '../content-page.module.css';
import { PageBlock } from './page-block.tsx';

export function PeopleList({ title, list }: NonNullable<CmsPage['people']>) {
  return (
    <PageBlock title={title}>
      <ul className={classes.people}>
        {list.map(({ name, position, text, imageUrl }) => (
          <li key={name}>
            <Portrait name={name} url={imageUrl} />
            <div>
              <h3>{name}</h3>
              <p className="sea small medium">{position}</p>
              <p className="mt-1 soft small">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </PageBlock>
  );
}
