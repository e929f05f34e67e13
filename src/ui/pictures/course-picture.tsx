import { useLowData } from '../../lib/low-data.ts';
import { pictureSources } from '../../lib/pictures.ts';
import { ContourBackdrop } from './contour-backdrop.tsx';
import classes from './course-picture.module.css';

type CoursePictureProps = {
  /** URL of the picture's `-640.webp` file. Without a URL, a drawing is shown. */
  url: string | undefined;
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Whether the picture loads at once with high priority. Set it for the picture at the top of a page. */
  isEager?: boolean;
  /** Alternative text. Leave it out if the text beside the picture says the same. */
  alt?: string;
  /**
   * The name of the picture, such as the course's name, in the link that loads it in low-data mode. Default: `alt`.
   */
  name?: string;
};

/** Picture of a course, a package or a place, with an aspect ratio of 8 to 5. */
export function CoursePicture({ url, sizes, isEager = false, alt = '', name = alt }: CoursePictureProps) {
  const lowData = useLowData();
  if (!url) {
    return (
      <span className={`tint relative clip ${classes.blank}`}>
        <ContourBackdrop />
      </span>
    );
  }
  if (lowData) return <lowData.Picture url={url} name={name} />;
  const { src, avif, width, height } = pictureSources(url);
  return (
    <picture className={classes.picture} data-first-screen={isEager ? '' : undefined}>
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
