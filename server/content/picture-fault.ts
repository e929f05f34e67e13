/** Beside `x-640.webp`, which old browsers take, pages name these (src/ui draws them in a `srcset`). */
const variants = ['-320.avif', '-640.avif', '-960.avif'];
const responsive = /-640\.webp$/;

/** Why a picture can't be shown, or null. `media` holds every file as its address. */
export function pictureFault(address: string, media: ReadonlySet<string>): string | null {
  if (!address.startsWith('/media/')) return `is not a picture under /media: '${address.slice(0, 80)}'`;
  const isFolderOfSizes = /^\/media\/(courses|packages|campus)\//.test(address);
  if (isFolderOfSizes && !responsive.test(address)) return `must name the size -640.webp: '${address}'`;
  const needed = responsive.test(address)
    ? [address, ...variants.map((ending) => address.replace(responsive, ending))]
    : [address];
  const missing = needed.filter((file) => !media.has(file));
  return missing.length === 0 ? null : `names files that are missing: ${missing.join(', ')}`;
}
