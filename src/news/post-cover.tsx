import { useState } from 'react';
import { CoursePicture } from '../ui/pictures/course-picture.tsx';
import classes from './post-cover.module.css';

type PostCoverProps = {
  url: string | undefined;
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Alternative text. Empty for a decorative picture. */
  alt?: string;
  isEager?: boolean;
  /** Names the picture in the link that loads it in low-data mode, such as the post's title. Default: `alt`. */
  name?: string;
};

/** A post's picture. If the post has none, or the picture cannot be loaded, the drawing behind it is visible. */
export function PostCover({ url, sizes, alt = '', isEager = false, name = alt }: PostCoverProps) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <span className={`relative clip ${classes.cover}`} onErrorCapture={() => setHasFailed(true)}>
      {url && !hasFailed ? <CoursePicture url={url} sizes={sizes} alt={alt} name={name} isEager={isEager} /> : null}
    </span>
  );
}
