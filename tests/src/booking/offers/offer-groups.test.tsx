import { describe, expect, it } from 'vitest';
import { bookingPath, openTab, readBookingAddress } from '../../../../src/booking/booking-address.ts';
import {
  countOffers,
  filterGroups,
  leadWith,
  leadWithPackage,
  takeOffers,
} from '../../../../src/booking/offers/offer-groups.ts';
import { offered, pack } from '../open-booking-page.tsx';

const empty = { description: '', courses: [], packages: [] };
const groups = [
  {
    ...empty,
    id: 1,
    title: 'Safety',
    packages: [pack],
    courses: [offered(401, 'Survival'), offered(402, 'First Aid')],
  },
  { ...empty, id: 2, title: 'Bridge', courses: [offered(501, 'Radar Observer'), offered(502, 'Radio')] },
];
const names = (found: ReturnType<typeof takeOffers>) =>
  found.map(({ packages, courses }) => [...packages, ...courses].map(({ id }) => id));

describe('groups of offers', () => {
  it('filterGroups finds courses whose names contain every search word, and packages by the names of their courses', () => {
    expect(names(filterGroups(groups, 'radar OBS'))).toEqual([[501]]);
    expect(names(filterGroups(groups, 'first aid'))).toEqual([[801, 402]]);
    expect(filterGroups(groups, 'zzz')).toEqual([]);
  });

  it('leadWith moves the given course to the front of its group, and this group to the front of the Book Online list', () => {
    expect(names([...leadWith(groups, 502)])).toEqual([
      [502, 501],
      [801, 401, 402],
    ]);
    expect(leadWith(groups, 999)).toBe(groups);
  });

  it('leadWithPackage moves the given package to the front of its group, and this group to the front of the Book Online list', () => {
    const last = {
      ...empty,
      id: 3,
      title: 'More',
      packages: [
        { ...pack, id: 802 },
        { ...pack, id: 803 },
      ],
    };
    expect(names([...leadWithPackage([...groups, last], 803)])).toEqual([
      [803, 802],
      [801, 401, 402],
      [501, 502],
    ]);
    expect(leadWithPackage(groups, 999)).toBe(groups);
  });

  it('takeOffers returns the given number of courses and packages from the start of the list, across its groups', () => {
    expect(names(takeOffers(groups, 4))).toEqual([[801, 401, 402], [501]]);
    expect(names(takeOffers(groups, 2))).toEqual([[801, 401]]);
    expect(countOffers(groups)).toBe(5);
  });
});

describe('the address of Book Online', () => {
  it('readBookingAddress reads the known query parameters of Book Online and ignores invalid values', () => {
    expect(readBookingAddress({ tab: 'individual', course: '408', batch: 4080 })).toEqual({
      tab: 'individual',
      course: 408,
      batch: 4080,
    });
    expect(readBookingAddress({ package: '801' })).toEqual({ package: 801 });
    expect(readBookingAddress({ tab: 'x', course: 'y', batch: -1, package: 0 })).toEqual({});
  });

  it('openTab returns the packages tab of Book Online by default, and the tab of individual courses when the URL names a course', () => {
    expect(openTab({})).toBe('packages');
    expect(openTab({ course: 408 })).toBe('individual');
    expect(openTab({ course: 408, tab: 'packages' })).toBe('packages');
  });

  it('bookingPath returns the path of the Book Online page, with the course and batch as query parameters', () => {
    expect(bookingPath({})).toBe('/course-booking');
    expect(bookingPath({ course: 408, batch: 1 })).toBe('/course-booking?course=408&batch=1');
  });
});
