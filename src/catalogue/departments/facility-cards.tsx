import type { Department } from '../../../contract/departments.ts';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import classes from './department-page.module.css';

type Facilities = NonNullable<NonNullable<Department['facility']>['facility_list']>;

export function FacilityCards({ facilities }: { facilities: Facilities }) {
  return (
    <ul className={classes.facilities}>
      {facilities.map(({ id, name, description, image_url: picture, image_alt: alt }) => (
        <li key={id}>
          <div className={`frame ${classes.picture}`}>
            <CoursePicture
              url={picture}
              alt={alt}
              name={alt || name}
              sizes="(min-width: 62em) 23rem, (min-width: 40em) 46vw, 92vw"
            />
          </div>
          <h3>{name}</h3>
          {description ? <p className="mt-1 soft small">{description}</p> : null}
        </li>
      ))}
    </ul>
  );
}
