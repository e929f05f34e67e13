/** Widths that every made picture has beside its `-640.webp` (content/pictures); height is 5/8 of the width. */
const widths = [320, 640, 960] as const;
const made = /^(\/media\/(?:courses|packages|campus)\/[\w-]+)-640\.webp$/;

export type PictureSources = { src: string; avif: string | null; width: number; height: number };

/** Sources of a picture for `<picture>`; one from elsewhere comes as it is. */
export function pictureSources(url: string): PictureSources {
  const stem = made.exec(url)?.[1];
  const avif = stem ? widths.map((width) => `${stem}-${width}.avif ${width}w`).join(', ') : null;
  return { src: url, avif, width: 640, height: 400 };
}
