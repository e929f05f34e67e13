import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { badges, heroPicture, sharePicture } from './brand-picture.ts';
import { campusNames, campusPicture } from './campus-picture.ts';
import { coursePicture, packagePairs, packagePicture } from './course-picture.ts';
import { familyNames } from './families.ts';
import { favicon, icons, logos } from './icons.ts';
import { motifNames } from './motifs/motifs.ts';
import { peopleNames, personPicture } from './people-picture.ts';

const root = join(import.meta.dirname, '..', '..');
const media = join(root, 'content', 'media');
const iconFolder = join(root, 'public', 'icons');
const widths = [320, 640, 960];

const image = (drawing: string): Sharp => sharp(Buffer.from(drawing));

/** One picture in every size and format; answers the bytes written. */
const writePicture = async (path: string, draw: (width: number) => string): Promise<number> => {
  const written = widths.map(async (width) => {
    const file = `${path}-${width}.avif`;
    const { size } = await image(draw(width))
      .flatten()
      .avif({ quality: 38, effort: 4, chromaSubsampling: '4:4:4' })
      .toFile(file);
    return size;
  });
  const fallback = await image(draw(640)).flatten().webp({ quality: 42, effort: 6 }).toFile(`${path}-640.webp`);
  return (await Promise.all(written)).reduce((sum, size) => sum + size, fallback.size);
};

const drawCourses = async (): Promise<number> => {
  let bytes = 0;
  for (const family of familyNames) {
    for (const motif of motifNames) {
      bytes += await writePicture(join(media, 'courses', `${family}-${motif}`), (width) =>
        coursePicture(family, motif, width),
      );
    }
  }
  return bytes;
};

const drawPackages = async (): Promise<number> => {
  let bytes = 0;
  for (const [index, pair] of packagePairs.entries()) {
    bytes += await writePicture(join(media, 'packages', `${index + 1}`), (width) =>
      packagePicture(index + 1, pair, width),
    );
  }
  return bytes;
};

const drawCampus = async (): Promise<number> => {
  let bytes = 0;
  for (const name of campusNames)
    bytes += await writePicture(join(media, 'campus', name), (width) => campusPicture(name, width));
  return bytes;
};

const drawPeople = async (): Promise<void> => {
  for (const name of peopleNames) await writeFile(join(media, 'people', `${name}.svg`), `${personPicture(name)}\n`);
};

const drawBrand = async (): Promise<void> => {
  const folder = join(media, 'brand');
  const files: Record<string, string> = { ...logos, hero: heroPicture(false), 'hero-dark': heroPicture(true) };
  for (const [name, draw] of Object.entries(badges)) files[name] = draw();
  for (const [name, drawing] of Object.entries(files)) await writeFile(join(folder, `${name}.svg`), `${drawing}\n`);
  await image(sharePicture()).flatten().png({ palette: true, colours: 64, effort: 10 }).toFile(join(folder, 'og.png'));
};

const drawIcons = async (): Promise<void> => {
  for (const { name, drawing } of icons) {
    await image(drawing)
      .png({ palette: true, effort: 10 })
      .toFile(join(iconFolder, `${name}.png`));
  }
  await writeFile(join(iconFolder, 'favicon.svg'), `${favicon()}\n`);
};

const folders = [...['courses', 'packages', 'campus', 'people', 'brand'].map((name) => join(media, name)), iconFolder];
await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })));
await drawBrand();
await drawIcons();
await drawPeople();
const campus = await drawCampus();
console.log(`campus: ${campusNames.length} pictures, ${Math.round(campus / 1024)} KB`);
const packages = await drawPackages();
console.log(`packages: ${packagePairs.length} pictures, ${Math.round(packages / 1024)} KB`);
const courses = await drawCourses();
console.log(`courses: ${familyNames.length * motifNames.length} pictures, ${Math.round(courses / 1024)} KB`);
