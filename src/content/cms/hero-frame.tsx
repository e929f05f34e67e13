import type { ReactNode } from 'react';
import { ContourBackdrop } from '../../ui/pictures/contour-backdrop.tsx';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import classes from './hero-frame.module.css';

type HeroFrameProps = {
  picture: string | undefined;
  /** Alternative text of the picture. */
  alt?: string;
  /** The texts beside the picture, including the `h1`. */
  children: ReactNode;
};

/** The top of a page: texts beside a picture. On phones, the texts are below it. */
export function HeroFrame({ picture, alt = '', children }: HeroFrameProps) {
  return (
    <section className="line-below surface relative" data-first-screen="">
      <div className={classes.ground}>
        <ContourBackdrop />
      </div>
      <div className={`stack ${classes.inside}`}>
        <div className={`surface relative ${classes.frame}`}>
          <CoursePicture url={picture} alt={alt} sizes="(min-width: 62em) 29rem, 100vw" isEager />
        </div>
        <div className={`stack left gap-4 ${classes.words}`}>{children}</div>
      </div>
    </section>
  );
}
