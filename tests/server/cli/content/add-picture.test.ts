import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { cropAround } from '../../../../server/content/pictures/prepare-picture.ts';
import { createContentFolder } from '../../content/content-folder.ts';
import { staffOf } from '../staff.ts';

/** The command needs no database, so it gets one that cannot be reached. */
const landfall = staffOf('postgres://nobody@127.0.0.1:1/nowhere');

/** Writes a photograph whose left half is red and whose right half is blue. */
async function takePhoto(folder: string, width: number, height: number): Promise<string> {
  const path = join(folder, 'photo.jpg');
  const half = { create: { width: Math.round(width / 2), height, channels: 3 as const, background: '#ff0000' } };
  await sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Camera of somebody' } })
    .jpeg()
    .toFile(path);
  return path;
}

it('“landfall content add-picture” stores a photograph in every size, without its metadata', async () => {
  const { path } = await createContentFolder();
  const photo = await takePhoto(path, 2000, 1000);
  const added = await landfall('content', 'add-picture', photo, 'campus/pool', path);
  expect(added).toEqual({ code: 0, out: '/media/campus/pool-640.webp\n', err: '' });
  const files = (await readdir(join(path, 'media/campus'))).filter((name) => name.startsWith('pool'));
  expect(files.sort()).toEqual(['pool-320.avif', 'pool-640.avif', 'pool-640.webp', 'pool-960.avif']);
  for (const name of files) {
    const { width, height, exif } = await sharp(join(path, 'media/campus', name)).metadata();
    expect([width, height, exif]).toEqual([Number(/\d+/.exec(name)), (Number(/\d+/.exec(name)) * 5) / 8, undefined]);
  }
});

it('“landfall content add-picture” crops a photograph around the given focus point', async () => {
  const { path } = await createContentFolder();
  const photo = await takePhoto(path, 4000, 1000);
  const colourAt = async (focus: string) => {
    await landfall('content', 'add-picture', photo, 'campus/wide', path, '--focus', focus);
    const { dominant } = await sharp(await readFile(join(path, 'media/campus/wide-640.webp'))).stats();
    return dominant.r > dominant.b ? 'red' : 'blue';
  };
  expect([await colourAt('10,50'), await colourAt('90,50')]).toEqual(['red', 'blue']);
});

it('“landfall content add-picture” crops a portrait to a square', async () => {
  const { path } = await createContentFolder();
  const photo = await takePhoto(path, 900, 1200);
  expect((await landfall('content', 'add-picture', photo, 'people/asha-nair', path)).out).toBe(
    '/media/people/asha-nair.webp\n',
  );
  const { width, height } = await sharp(join(path, 'media/people/asha-nair.webp')).metadata();
  expect([width, height]).toEqual([400, 400]);
});

it.each([
  [
    'a photograph that is too small',
    'photo.jpg',
    'campus/pool',
    '50,50',
    1,
    'is too small: 800 x 500 pixels, but 960 x 600',
  ],
  ['a file that is no picture', 'brand.json', 'campus/pool', '50,50', 1, 'cannot be read as a picture'],
  ['a name outside the folders of pictures', 'photo.jpg', '../pool', '50,50', 2, 'write campus/…'],
  ['a focus point outside the photograph', 'photo.jpg', 'campus/pool', '50,130', 2, 'write two percentages'],
])(
  '“landfall content add-picture” refuses unusable input (%s) and explains why',
  async (_, file, name, focus, code, reason) => {
    const { path } = await createContentFolder();
    await takePhoto(path, 800, 500);
    const refused = await landfall('content', 'add-picture', join(path, file), name, path, '--focus', focus);
    expect(refused).toMatchObject({ code, out: '' });
    expect(refused.err).toContain(reason);
  },
);

it('cropAround never crops beyond the edges of a photograph', () => {
  const photo = { width: 1000, height: 1000 };
  expect(cropAround(photo, 8 / 5, { x: 50, y: 0 })).toEqual({ left: 0, top: 0, width: 1000, height: 625 });
  expect(cropAround(photo, 8 / 5, { x: 0, y: 100 })).toEqual({ left: 0, top: 375, width: 1000, height: 625 });
  expect(cropAround(photo, 8 / 5, { x: 0, y: 50 })).toEqual({ left: 0, top: 188, width: 1000, height: 625 });
});
