import type { CmsPage } from '../../../contract/cms.ts';
import { ActionLink } from '../../ui/links/action-link.tsx';
import classes from './content-page.module.css';
import { HeroFrame } from './hero-frame.tsx';

type PageHeroProps = Pick<CmsPage, 'hero' | 'buttons'> & { hasForm: boolean };

/** The top of a content page. The first button is the primary one, unless the page has a form to submit (`hasForm`). */
export function PageHero({ hero, buttons, hasForm }: PageHeroProps) {
  return (
    <HeroFrame picture={hero.imageUrl} alt={hero.imageAlt}>
      <h1>{hero.title}</h1>
      <p className={classes.lead}>{hero.text}</p>
      {buttons.length > 0 ? (
        <div className={`row wrap fill gap-3 ${classes.buttons}`}>
          {buttons.map(({ label, url }, index) => (
            <ActionLink key={url + label} href={url} look={index === 0 && !hasForm ? 'action' : 'outline'}>
              {label}
            </ActionLink>
          ))}
        </div>
      ) : null}
    </HeroFrame>
  );
}
