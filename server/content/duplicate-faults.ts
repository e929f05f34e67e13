import type { ContentParts } from './content.ts';
import type { ContentFault } from './content-fault.ts';
import { documentFiles, listFiles, studentsFile } from './content-files.ts';

/** A value that no other place may have. */
type Claim = { file: string; path: string; value: string | number | null };

function repeated(what: string, claims: ReadonlyArray<Claim>): ContentFault[] {
  const first = new Map<string, Claim>();
  const faults: ContentFault[] = [];
  for (const claim of claims) {
    if (claim.value === null) continue;
    const key = String(claim.value).toLowerCase();
    const before = first.get(key);
    if (!before) first.set(key, claim);
    else {
      const reason = `${what} ${claim.value} is taken by ${before.file} ${before.path}`;
      faults.push({ file: claim.file, path: claim.path, reason });
    }
  }
  return faults;
}

function claimsOf<T, K extends keyof T & string>(file: string, list: readonly T[], key: K): Claim[] {
  return list.map((one, index) => ({ file, path: `[${index}].${key}`, value: one[key] as Claim['value'] }));
}

function discountClaims(file: string, before: string, discounts: ReadonlyArray<{ id: number }>): Claim[] {
  return discounts.map(({ id }, index) => ({ file, path: `${before}discounts[${index}].id`, value: id }));
}

/** Ids, codes and slugs that are given twice. */
export function duplicateFaults({ courses, posts, lists, documents, students }: ContentParts): ContentFault[] {
  const { packages = [], departments = [], notices = [], authors = [], 'booking-groups': groups = [] } = lists;
  const ofCourses = (key: 'id' | 'course_code' | 'meta_text'): Claim[] =>
    courses.map(({ file, course }) => ({ file, path: key, value: course[key] }));
  const discounts = [
    ...courses.flatMap(({ file, course }) => discountClaims(file, '', course.discounts)),
    ...packages.flatMap((one, index) => discountClaims(listFiles.packages, `[${index}].`, one.discounts)),
  ];
  return [
    ...repeated('course id', ofCourses('id')),
    ...repeated('course code', ofCourses('course_code')),
    ...repeated('slug', ofCourses('meta_text')),
    ...repeated('discount id', discounts),
    ...repeated('package id', claimsOf(listFiles.packages, packages, 'id')),
    ...repeated('department id', claimsOf(listFiles.departments, departments, 'id')),
    ...repeated('department slug', claimsOf(listFiles.departments, departments, 'slug')),
    ...repeated(
      'post id',
      posts.map(({ file, post }) => ({ file, path: 'id', value: post.id })),
    ),
    ...repeated('author id', claimsOf(listFiles.authors, authors, 'id')),
    ...repeated('author', claimsOf(listFiles.authors, authors, 'slug')),
    ...repeated('notice id', claimsOf(listFiles.notices, notices, 'id')),
    ...repeated('booking group id', claimsOf(listFiles['booking-groups'], groups, 'id')),
    ...repeated('menu item id', claimsOf(documentFiles.header, documents.header?.items ?? [], 'id')),
    ...(['id', 'email', 'indos_number', 'passport_number'] as const).flatMap((key) =>
      repeated(`student’s ${key}`, claimsOf(studentsFile, students, key)),
    ),
  ];
}
