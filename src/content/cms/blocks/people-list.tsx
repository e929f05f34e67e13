import type { CmsPage } from '../../../../contract/cms.ts';
import { Portrait } from '../../portrait.tsx';
import { PageBlock } from './page-block.tsx';
import classes from './people-list.module.css';

export function PeopleList({ title, list }: NonNullable<CmsPage['people']>) {
  return (
    <PageBlock title={title}>
      <ul className={classes.people}>
        {list.map(({ name, position, text, imageUrl }) => (
          <li key={name}>
            <Portrait name={name} url={imageUrl} />
            <div>
              <h3>{name}</h3>
              <p className={classes.position}>{position}</p>
              <p className={classes.text}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </PageBlock>
  );
}
