import { academyCalendar } from '../files/calendar-file.ts';
import type { ParsedContent } from '../files/content.ts';
import type { ContentFault } from '../files/content-fault.ts';
import { calendarFile, joiningFile } from '../files/content-files.ts';
import type { CourseFile } from '../files/course-file.ts';
import { planDated } from '../files/plan-batches.ts';

type Schedule = NonNullable<CourseFile['batches']>;

/**
 * Finds venues and instructors that a course's schedule names, but that `joining.json` or `calendar.json` does not
 * have.
 */
function unknownNames(schedule: Schedule, { joining, calendar }: ParsedContent): Omit<ContentFault, 'file'>[] {
  const venues = joining?.venues?.map(({ id }) => id);
  const instructors = calendar?.instructors?.map(({ id }) => id) ?? [];
  const named = [
    { path: 'batches', ...schedule },
    ...(schedule.series ?? []).map((one, index) => ({ path: `batches.series[${index}]`, ...one })),
    ...(schedule.dates ?? []).map((one, index) => ({ path: `batches.dates[${index}]`, ...one })),
  ];
  return named.flatMap(({ path, venue_id, instructor_id }) => [
    ...(venue_id && joining && !venues?.includes(venue_id)
      ? [{ path: `${path}.venue_id`, reason: `there is no venue ${venue_id} in ${joiningFile}; add it there` }]
      : []),
    ...(instructor_id && calendar && !instructors.includes(instructor_id)
      ? [
          {
            path: `${path}.instructor_id`,
            reason: `there is no instructor ${instructor_id} in ${calendarFile}; add them there`,
          },
        ]
      : []),
  ]);
}

/**
 * Finds keys that occur in two batches or two series of a course, last days that do not agree with the length of the
 * course, and series without any batch.
 */
function dateFaults(course: CourseFile, schedule: Schedule, calendar: ParsedContent['calendar']) {
  const academy = academyCalendar(calendar);
  const faults: Omit<ContentFault, 'file'>[] = [];
  const keys = new Map<string, string>();
  for (const [index, batch] of (schedule.dates ?? []).entries()) {
    const path = `batches.dates[${index}]`;
    const { start_date, end_date, ignore_length, key = start_date } = batch;
    const before = keys.get(key);
    if (before)
      faults.push({
        path: `${path}.key`,
        reason: `'${key}' is the key of ${before} too; give each batch a key of its own`,
      });
    keys.set(key, path);
    const fault = end_date && !ignore_length && academy.lengthFault(start_date, end_date, course);
    if (fault) faults.push({ path: `${path}.end_date`, reason: `${fault}; if it is right, say "ignore_length": true` });
  }
  const series = new Set<string>();
  for (const [index, { key }] of (schedule.series ?? []).entries()) {
    const path = `batches.series[${index}]`;
    if (series.has(key)) faults.push({ path: `${path}.key`, reason: `'${key}' is the key of two series; rename one` });
    series.add(key);
  }
  for (const [index, one] of (schedule.series ?? []).entries()) {
    if (planDated({ ...schedule, dates: [], series: [one] }, course, academy).length > 0) continue;
    const reason = 'leaves out all its batches, because of days off or exceptions; choose other days';
    faults.push({ path: `batches.series[${index}].on`, reason });
  }
  return faults;
}

/**
 * Finds the faults in courses' schedules that the schema of a course file cannot find: unknown venues and instructors,
 * repeated keys, wrong last days, and series without any batch.
 */
export function scheduleFaults(parsed: ParsedContent): ContentFault[] {
  return parsed.courses.flatMap(({ file, course }) => {
    const schedule = course.batches;
    if (!schedule) return [];
    const faults = [...unknownNames(schedule, parsed), ...dateFaults(course, schedule, parsed.calendar)];
    return faults.map((fault) => ({ file, ...fault }));
  });
}
