import { afterEach, expect, test, vi } from 'vitest';
import { isPlayedToday } from '../support/day.ts';

afterEach(() => void vi.unstubAllEnvs());

const places = [0, 1, 2, 3, 4, 5, 6];

test('of seven test cases that take turns by day, a complete test run includes each once in seven days, even across the end of a month', () => {
  vi.stubEnv('ALTERNATE', '1');
  const week = ['20270128', '20270129', '20270130', '20270131', '20270201', '20270202', '20270203'];
  const played = week.flatMap((day) => {
    vi.stubEnv('SEED', day);
    return places.filter((place) => isPlayedToday(place, 7));
  });
  expect(played.toSorted()).toEqual(places);
});

test('in a partial test run, no test case that alternates by day is left out', () => {
  vi.stubEnv('ALTERNATE', undefined);
  expect(places.filter((place) => isPlayedToday(place, 7))).toEqual(places);
});
