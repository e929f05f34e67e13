import { describe, expect, it } from 'vitest';
import { chartPosition } from '../../../../../src/content/cms/blocks/chart-position.ts';

const map = (latitude: string, longitude: string) =>
  `https://maps.example.com/?mlat=${latitude}&mlon=${longitude}#map=16`;

describe('a position in chart notation', () => {
  it.each([
    ['13.0850', '80.2900', '13°05.1′ N, 080°17.4′ E'],
    ['-33.8568', '151.2153', '33°51.4′ S, 151°12.9′ E'],
    ['0', '-0.5', '00°00.0′ N, 000°30.0′ W'],
    // 59.9994 minutes are rounded up to a whole degree.
    ['12.99999', '9.99999', '13°00.0′ N, 010°00.0′ E'],
  ])('chartPosition formats latitude %s and longitude %s of a map address as %s', (latitude, longitude, text) => {
    expect(chartPosition(map(latitude, longitude))).toBe(text);
  });

  it.each([
    'https://maps.example.com/guindy',
    'https://maps.example.com/?mlat=13.1',
    map('north', '80'),
    map('91', '80'),
    map('13', '181'),
    '',
  ])('chartPosition returns null for a map address without a valid latitude and longitude: %s', (mapUrl) => {
    expect(chartPosition(mapUrl)).toBeNull();
  });
});
