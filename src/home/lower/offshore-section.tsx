import type { Home } from '../../../contract/content.ts';
import { Icon } from '../../ui/icons.tsx';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import classes from '../home-page.module.css';

/** Courses of the sister academy. All tiles link to its website. */
export function OffshoreSection({ offshore }: { offshore: NonNullable<Home['offshore']> }) {
  return (
    <section className="stack gap-4" aria-labelledby="offshore">
      <h2 id="offshore">{offshore.title}</h2>
      <p>
        {offshore.text} <strong>{offshore.validity}</strong>
      </p>
      <ul className={`stack gap-3 ${classes.tiles}`}>
        {offshore.tiles.map((tile) => (
          <li key={tile.url} className={classes.tile}>
            <CoursePicture url={tile.imageUrl} name={tile.title} sizes="(min-width: 62em) 17rem, 45vw" />
            <a href={tile.url} rel="external noopener">
              {`${tile.title}\u00a0`}
              <Icon name="external" size={16} />
              <span className="visually-hidden"> (leaves this site)</span>
            </a>
            <p className="soft tiny">{tile.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
