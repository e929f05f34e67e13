import type { CmsPage } from '../../../../contract/cms.ts';
import { CoursePicture } from '../../../ui/pictures/course-picture.tsx';
import classes from '../content-page.module.css';
import { PageBlock } from './page-block.tsx';

export function CampusPictures({ title, list }: NonNullable<CmsPage['campusImages']>) {
  return (
    <PageBlock title={title}>
      <ul className={classes.pictures}>
        {list.map(({ imageUrl, imageAlt, caption }) => (
          <li key={imageUrl + caption}>
            <figure>
              <div className="frame">
                <CoursePicture url={imageUrl} alt={imageAlt} sizes="(min-width: 62em) 17rem, 46vw" />
              </div>
              <figcaption>{caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </PageBlock>
  );
}
