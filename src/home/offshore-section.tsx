import type { Home } from '../../contract/content.ts';
import { CoursePicture } from '../ui/course-picture.tsx';
import { Icon } from '../ui/icons.tsx';
import classes from './offshore-section.module.css';

/** Courses of the sister academy; every tile leaves this site, and says so (document 1, section 2). */
export function OffshoreSection({ offshore }: { offshore: NonNullable<Home['offshore']> }) {
  return (
    <section className={classes.offshore} aria-labelledby="offshore">
      <h2 id="offshore">{offshore.title}</h2>
      <p>
        {offshore.text} <strong>{offshore.validity}</strong>
      </p>
      <ul className={classes.tiles}>
        {offshore.tiles.map((tile) => (
          <li key={tile.url} className={classes.tile}>
            <CoursePicture url={tile.imageUrl} name={tile.title} sizes="(min-width: 62em) 17rem, 45vw" />
            <a href={tile.url} rel="external noopener">
              {`${tile.title}\u00a0`}
              <Icon name="external" size={16} />
              <span className="visually-hidden"> (leaves this site)</span>
            </a>
            <p>{tile.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
