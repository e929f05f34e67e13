import type { ReactNode } from 'react';
import { ContourBackdrop } from '../../ui/contour-backdrop.tsx';
import { CoursePicture } from '../../ui/course-picture.tsx';
import classes from './hero-frame.module.css';

type HeroFrameProps = {
  picture: string | undefined;
  /** What the picture shows; none where the words say so. */
  alt?: string;
  /** The words that open the page, with its `h1`. */
  children: ReactNode;
};

/** Opens a page: words beside a picture that is framed like a chart; on phones below it. */
export function HeroFrame({ picture, alt = '', children }: HeroFrameProps) {
  return (
    <section className={classes.hero} data-first-view="">
      <div className={classes.ground}>
        <ContourBackdrop />
      </div>
      <div className={classes.inside}>
        <div className={classes.frame}>
          <CoursePicture url={picture} alt={alt} sizes="(min-width: 62em) 29rem, 100vw" isEager />
        </div>
        <div className={classes.words}>{children}</div>
      </div>
    </section>
  );
}
