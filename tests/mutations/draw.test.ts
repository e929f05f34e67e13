import { expect, it } from 'vitest';
import { drawMutants, placeOf } from './draw.ts';

const files = ['machines/batch-rules.ts', 'server/cart/batch-trouble.ts'];
const drawPlaces = async (seed: string) => (await drawMutants(files, 12, seed)).map(placeOf);

it('with the same seed, mutation testing draws the same places in the code in the same order; another seed draws other places', async () => {
  const places = await drawPlaces('monday');
  expect(await drawPlaces('monday')).toEqual(places);
  expect(new Set(await drawPlaces('tuesday'))).not.toEqual(new Set(places));
});

it('mutation testing draws places from every area of the code, and more of them from larger areas', async () => {
  const places = await drawPlaces('monday');
  const inMachines = places.filter((place) => place.startsWith('machines/'));
  expect(places.length).toBeGreaterThanOrEqual(12);
  expect(inMachines.length).toBeGreaterThan(places.length / 2);
  expect(inMachines.length).toBeLessThan(places.length);
});
