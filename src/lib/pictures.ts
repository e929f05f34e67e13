/**
 * Every drawn picture of the demo academy has AVIF versions in these widths, in pixels. The height is 5/8 of the width.
 */
const widths = [320, 640, 960] as const;
const generatedPicture = /^(\/media\/(?:courses|packages|campus)\/[\w-]+)-640\.webp$/;

type PictureSources = { src: string; avif: string | null; width: number; height: number };

/** Sources for `<picture>`. `avif` is null for pictures of which no AVIF versions were generated. */
export function pictureSources(url: string): PictureSources {
  const stem = generatedPicture.exec(url)?.[1];
  const avif = stem ? widths.map((width) => `${stem}-${width}.avif ${width}w`).join(', ') : null;
  return { src: url, avif, width: 640, height: 400 };
}
