import type { CmsPage } from '../../../contract/cms.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { HeroFrame } from './hero-frame.tsx';
import classes from './page-hero.module.css';

/** On a page with a form, sending that is the action. */
type PageHeroProps = Pick<CmsPage, 'hero' | 'buttons'> & { hasForm: boolean };

/** The title of a page and its ways on, of which the first is the action. */
export function PageHero({ hero, buttons, hasForm }: PageHeroProps) {
  return (
    <HeroFrame picture={hero.imageUrl} alt={hero.imageAlt}>
      <h1>{hero.title}</h1>
      <p className={classes.lead}>{hero.text}</p>
      {buttons.length > 0 ? (
        <div className={classes.ways}>
          {buttons.map(({ label, url }, place) => (
            <ActionLink key={url + label} href={url} look={place === 0 && !hasForm ? 'action' : 'outline'}>
              {label}
            </ActionLink>
          ))}
        </div>
      ) : null}
    </HeroFrame>
  );
}
