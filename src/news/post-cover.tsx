import { useState } from 'react';
import { CoursePicture } from '../ui/course-picture.tsx';
import classes from './post-cover.module.css';

type PostCoverProps = {
  url: string | undefined;
  /** The `sizes` of the place it stands in. */
  sizes: string;
  /** What it shows, where it stands for itself. */
  alt?: string;
  isEager?: boolean;
  /** Whose picture it is, for who is asked whether to fetch it; else as `alt`. */
  name?: string;
};

/** A post's picture over the house's drawing, which shows where there is none or it does not come. */
export function PostCover({ url, sizes, alt = '', isEager = false, name = alt }: PostCoverProps) {
  const [isLost, setIsLost] = useState(false);
  return (
    <span className={classes.cover} onErrorCapture={() => setIsLost(true)}>
      {url && !isLost ? <CoursePicture url={url} sizes={sizes} alt={alt} name={name} isEager={isEager} /> : null}
    </span>
  );
}
