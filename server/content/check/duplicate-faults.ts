import type { ParsedContent } from '../files/content.ts';
import type { ContentFault } from '../files/content-fault.ts';
import { calendarFile, documentFiles, joiningFile, listFiles, studentsFile } from '../files/content-files.ts';

/** A value that must be unique in the content, with the file and the JSON path in which it occurs. */
type UniqueValue = { file: string; path: string; value: string | number | null };

function duplicates(what: string, values: ReadonlyArray<UniqueValue>): ContentFault[] {
  const first = new Map<string, UniqueValue>();
  const faults: ContentFault[] = [];
  for (const unique of values) {
    if (unique.value === null) continue;
    const key = String(unique.value).toLowerCase();
    const before = first.get(key);
    if (!before) first.set(key, unique);
    else {
      const reason = `${what} ${unique.value} is taken by ${before.file} ${before.path}`;
      faults.push({ file: unique.file, path: unique.path, reason });
    }
  }
  return faults;
}

function valuesOf<T, K extends keyof T & string>(file: string, list: readonly T[], key: K, before = ''): UniqueValue[] {
  return list.map((one, index) => ({
    file,
    path: `${before}[${index}].${key}`,
    value: one[key] as UniqueValue['value'],
  }));
}

function discountIds(file: string, before: string, discounts: ReadonlyArray<{ id: number }>): UniqueValue[] {
  return discounts.map(({ id }, index) => ({ file, path: `${before}discounts[${index}].id`, value: id }));
}

/** Finds ids, codes, slugs and student identifiers that are used twice, ignoring letter case. */
export function duplicateFaults({
  courses,
  posts,
  lists,
  documents,
  students,
  joining,
  calendar,
}: ParsedContent): ContentFault[] {
  const { packages = [], departments = [], notices = [], authors = [], 'booking-groups': groups = [] } = lists;
  const ofCourses = (key: 'id' | 'course_code' | 'meta_text'): UniqueValue[] =>
    courses.map(({ file, course }) => ({ file, path: key, value: course[key] }));
  const discounts = [
    ...courses.flatMap(({ file, course }) => discountIds(file, '', course.discounts)),
    ...packages.flatMap((one, index) => discountIds(listFiles.packages, `[${index}].`, one.discounts)),
  ];
  return [
    ...duplicates('course id', ofCourses('id')),
    ...duplicates('course code', ofCourses('course_code')),
    ...duplicates('slug', ofCourses('meta_text')),
    ...duplicates('discount id', discounts),
    ...duplicates('package id', valuesOf(listFiles.packages, packages, 'id')),
    ...duplicates('department id', valuesOf(listFiles.departments, departments, 'id')),
    ...duplicates('department slug', valuesOf(listFiles.departments, departments, 'slug')),
    ...duplicates(
      'post id',
      posts.map(({ file, post }) => ({ file, path: 'id', value: post.id })),
    ),
    ...duplicates('author id', valuesOf(listFiles.authors, authors, 'id')),
    ...duplicates('author', valuesOf(listFiles.authors, authors, 'slug')),
    ...duplicates('notice id', valuesOf(listFiles.notices, notices, 'id')),
    ...duplicates('booking group id', valuesOf(listFiles['booking-groups'], groups, 'id')),
    ...duplicates('menu item id', valuesOf(documentFiles.header, documents.header?.items ?? [], 'id')),
    ...duplicates('venue id', valuesOf(joiningFile, joining?.venues ?? [], 'id', 'venues')),
    ...duplicates(
      'venue address',
      valuesOf(joiningFile, joining?.venues ?? [], 'address', 'venues').filter(
        (_, index) => joining?.venues?.[index]?.is_active !== false,
      ),
    ),
    ...duplicates('instructor id', valuesOf(calendarFile, calendar?.instructors ?? [], 'id', 'instructors')),
    ...duplicates('document kind', valuesOf(joiningFile, joining?.document_kinds ?? [], 'id', 'document_kinds')),
    ...(['id', 'email', 'indos_number', 'passport_number'] as const).flatMap((key) =>
      duplicates(`student’s ${key}`, valuesOf(studentsFile, students, key)),
    ),
  ];
}
