import type { CmsPage } from '../../../../contract/cms.ts';
import { Portrait } from '../../portrait.tsx';
import classes from '../content-page.module.css';
import { SectionText } from './section-text.tsx';

type PageLetterProps = Pick<CmsPage, 'sections'> & { people: NonNullable<CmsPage['people']> };

/** A personal message, such as the principal’s, with its author beside it. */
export function PageLetter({ people, sections }: PageLetterProps) {
  return (
    <div className={`stack gap-8 ${classes.letter}`}>
      <section className={classes.author} aria-label={people.title}>
        {people.list.map(({ name, position, text, imageUrl }) => (
          <div key={name} className={`row wrap middle ${classes.person}`}>
            <Portrait name={name} url={imageUrl} size="large" />
            <div>
              <h2>{name}</h2>
              <p className="sea medium">{position}</p>
              <p className="mt-1 soft small">{text}</p>
            </div>
          </div>
        ))}
      </section>
      <div className={`panel stack gap-8 relative ${classes.words}`}>
        {sections.map(({ id, title, content }) => (
          <section key={id} id={id} aria-label={title}>
            <h2>{title}</h2>
            <SectionText html={content} look="letter" />
          </section>
        ))}
      </div>
    </div>
  );
}
