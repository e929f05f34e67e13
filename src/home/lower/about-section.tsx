import type { Home } from '../../../contract/content.ts';
import { RichText } from '../../content/rich-text.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import classes from '../home-page.module.css';
import { VideoBox } from './video-box.tsx';

/** About the academy, with a video and a link to the About page. */
export function AboutSection({ about }: { about: NonNullable<Home['about']> }) {
  return (
    <section className={`stack gap-6 ${classes.about}`} aria-labelledby="about">
      <VideoBox video={about.video} />
      <div className={`stack left gap-4 ${classes.aboutWords}`}>
        <h2 id="about">{about.title}</h2>
        <RichText html={about.content} />
        <ActionLink href={about.button.url} look="outline">
          {about.button.label}
        </ActionLink>
      </div>
    </section>
  );
}
