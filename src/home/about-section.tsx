import type { Home } from '../../contract/content.ts';
import { RichText } from '../content/rich-text.tsx';
import { ActionLink } from '../ui/action-link.tsx';
import classes from './about-section.module.css';
import { VideoBox } from './video-box.tsx';

/** Who the academy is, with a film and the way to more (document 1, section 2). */
export function AboutSection({ about }: { about: NonNullable<Home['about']> }) {
  return (
    <section className={classes.about} aria-labelledby="about">
      <VideoBox video={about.video} />
      <div className={classes.words}>
        <h2 id="about">{about.title}</h2>
        <RichText html={about.content} />
        <ActionLink href={about.button.url} look="outline">
          {about.button.label}
        </ActionLink>
      </div>
    </section>
  );
}
