import { useLowData } from '../lib/low-data.ts';
import { pictureSources } from '../lib/pictures.ts';
import { ContourBackdrop } from './contour-backdrop.tsx';
import classes from './course-picture.module.css';

type CoursePictureProps = {
  /** Address of the `-640.webp`; without one, contour lines are drawn. */
  url: string | undefined;
  /** The `sizes` of the place it stands in. */
  sizes: string;
  /** Loaded at once, for the picture that a page opens with. */
  isEager?: boolean;
  /** What it shows, where the words beside it do not say so. */
  alt?: string;
  /** What it shows, for who is asked whether to fetch it; else as `alt`. */
  name?: string;
};

/** Picture of a course, a package or a place, 8 to 5. Where it repeats what the words beside it say it has no name of its own. */
export function CoursePicture({ url, sizes, isEager = false, alt = '', name = alt }: CoursePictureProps) {
  const lowData = useLowData();
  if (!url) {
    return (
      <span className={classes.blank}>
        <ContourBackdrop />
      </span>
    );
  }
  if (lowData) return <lowData.Picture url={url} name={name} />;
  const { src, avif, width, height } = pictureSources(url);
  return (
    <picture className={classes.picture}>
      {avif ? <source type="image/avif" srcSet={avif} sizes={sizes} /> : null}
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        decoding="async"
        {...(isEager ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  );
}
