import type { BookingGroup, CoursePackage } from '../../../contract/booking.ts';
import type { BookingAddress } from '../booking-address.ts';

export type OfferedCourse = BookingGroup['courses'][number];

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function courseText({ course_name, course_code }: OfferedCourse): string {
  return `${course_name} ${course_code}`.toLowerCase();
}

function packageText({ package_name, description, courses }: CoursePackage): string {
  return `${package_name} ${description} ${courses.map(courseText).join(' ')}`.toLowerCase();
}

/** Searches without the server: returns the offers whose text contains every word of the term. */
export function filterGroups(groups: readonly BookingGroup[], term: string): BookingGroup[] {
  const words = wordsOf(term);
  const matches = (text: string) => words.every((word) => text.includes(word));
  return groups
    .map((group) => ({
      ...group,
      courses: group.courses.filter((course) => matches(courseText(course))),
      packages: group.packages.filter((offer) => matches(packageText(offer))),
    }))
    .filter((group) => group.courses.length + group.packages.length > 0);
}

/**
 * Moves a course to the front of its group, and the group to the front. The groups are unchanged if none has the
 * course.
 */
export function leadWith(groups: readonly BookingGroup[], courseId: number | undefined): readonly BookingGroup[] {
  const group = groups.find(({ courses }) => courses.some(({ id }) => id === courseId));
  const course = group?.courses.find(({ id }) => id === courseId);
  if (!group || !course) return groups;
  const lead = { ...group, courses: [course, ...group.courses.filter((other) => other !== course)] };
  return [lead, ...groups.filter((other) => other !== group)];
}

/**
 * Moves a package to the front of its group, and the group to the front. The groups are unchanged if none has the
 * package.
 */
export function leadWithPackage(groups: readonly BookingGroup[], id: number | undefined): readonly BookingGroup[] {
  const group = groups.find(({ packages }) => packages.some((offer) => offer.id === id));
  if (!group) return groups;
  const [sought, rest] = [true, false].map((is) => group.packages.filter((offer) => (offer.id === id) === is));
  const lead = { ...group, packages: [...(sought ?? []), ...(rest ?? [])] };
  return [lead, ...groups.filter((other) => other !== group)];
}

/** The groups, with the course or package that the URL names moved to the front. */
export function leadingOffers(groups: readonly BookingGroup[], address: BookingAddress): readonly BookingGroup[] {
  return leadWithPackage(leadWith(groups, address.course), address.package);
}

/** The ids of the categories of the courses, each once. */
export function offeredCategories(groups: readonly BookingGroup[]): number[] {
  return [...new Set(groups.flatMap(({ courses }) => courses.map(({ category_id }) => category_id)))];
}

/** Number of courses and packages in the groups. */
export function countOffers(groups: readonly BookingGroup[]): number {
  return groups.reduce((sum, { courses, packages }) => sum + courses.length + packages.length, 0);
}

/** The first `limit` offers, group by group. */
export function takeOffers(groups: readonly BookingGroup[], limit: number): BookingGroup[] {
  let left = limit;
  return groups.flatMap((group) => {
    const packages = group.packages.slice(0, left);
    const courses = group.courses.slice(0, left - packages.length);
    left -= packages.length + courses.length;
    return packages.length + courses.length > 0 ? [{ ...group, packages, courses }] : [];
  });
}
