import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { growDatabase } from '../../../bench/server/growth-seed.ts';
import type { CourseFilter } from '../../../server/catalogue/course-filter.ts';
import { CourseIndex } from '../../../server/catalogue/course-index.ts';
import { loadContent } from '../../../server/content/load/load-content.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { rowsReadBy } from '../../support/rows-read.ts';

const { db } = await createTestDatabase({ max: 1 });
await loadContent(db, join(import.meta.dirname, '../../../content'), { today: '2026-05-30' });
await growDatabase(db, { courses: 3000, students: 0 });
await sql`vacuum analyze`.execute(db);

const everything: CourseFilter = {
  search: undefined,
  courseId: undefined,
  categoryIds: null,
  feeStructure: undefined,
  isActiveOnly: true,
};

const read = (filter: Partial<CourseFilter>) =>
  new CourseIndex(fakeClock(Date.parse('2026-05-30T06:30:00Z'))).read(db, { ...everything, ...filter });

describe('the index of a large catalogue', () => {
  it('a course search reads from the database only the courses that contain the longest search word', async () => {
    let found: number[] = [];
    const rows = await rowsReadBy(db, async () => {
      found = await read({ search: 'radar simulator' });
    });
    const { rows: matches } = await sql<{ id: number }>`select id from courses
      where is_active and search_text ~ 'radar' and search_text ~ 'simulator' order by position, id`.execute(db);
    expect(found).toEqual(matches.map(({ id }) => id));
    expect(found.length).toBeGreaterThan(0);
    expect(rows.courses).toBeLessThan(60);
  });

  it('listing the courses of one category reads only a database index, not the table rows of the courses', async () => {
    let found: number[] = [];
    const rows = await rowsReadBy(db, async () => {
      found = await read({ categoryIds: [1] });
    });
    expect(found.length).toBeGreaterThan(500);
    // The index contains all that the list needs. PostgreSQL reads rows only for pages that were changed a moment ago.
    expect(rows.courses ?? 0).toBeLessThan(100);
  });

  it('the course list reads the ids of all its courses, already in order, with one query that returns a single row', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const ids = await read({});
    const results: Array<{ rows: unknown[] }> = await Promise.all(query.mock.results.map(({ value }) => value));
    query.mockRestore();
    expect(results.map(({ rows }) => rows.length)).toEqual([1]);
    const { rows } = await sql<{ id: number }>`select id from courses where is_active order by position, id`.execute(
      db,
    );
    expect(ids).toEqual(rows.map(({ id }) => id));
  });

  it('course searches that differ only in spaces and letter case share one database query within a second', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const clock = fakeClock(Date.parse('2026-05-30T06:30:00Z'));
    const index = new CourseIndex(clock);
    for (const search of [undefined, '', '  ']) await index.read(db, { ...everything, search });
    for (const search of ['radar simulator', ' Radar  simulator ']) await index.read(db, { ...everything, search });
    expect(query).toHaveBeenCalledTimes(2);
    clock.advance(1001);
    await index.read(db, everything);
    expect(query).toHaveBeenCalledTimes(3);
    query.mockRestore();
  });

  it('the course list is empty for a filter that no course matches', async () => {
    expect(await read({ search: 'radar', feeStructure: 'no such structure' })).toEqual([]);
  });
});
