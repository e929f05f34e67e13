import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { readCartLines } from '../../../server/cart/cart-lines.repo.ts';
import { storeAdd } from '../../../server/cart/cart.repo.ts';
import { createTestDatabase } from '../../support/database.ts';
import { seedAcademy } from '../booking/academy-seed.ts';
import { createStudent } from '../../support/student.ts';
const { db, url } = await createTestDatabase();
it('bench', async () => {
  await seedAcademy(db);
  const s = await createStudent(db); const s2 = await createStudent(db);
  const log: Array<{ sql: string; parameters: readonly unknown[] }> = [];
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const logged = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log: (e) => void log.push(e.query) });
  await storeAdd(logged as never, s.id, { type: 'course', course_id: 101, batch_id: 1 });
  await readCartLines(logged as never, s.id, '2026-03-10', { course: (m) => ({ main: m, struck: null }), package: (m) => ({ main: m, struck: null }), toWire: (p) => ({ main: p.main }) });
  let out = '';
  log.push({ sql: 'insert into cart_items (student_id, type, course_id) values ($1, $2, $3) on conflict (student_id, course_id) do update set added_at = now()', parameters: [s.id, 'course', 101] });
  log.push({ sql: 'with s as (insert into cart_items (student_id, type, course_id) values ($1, $2, $3) on conflict do nothing returning id) insert into cart_batches select s.id, $1, 101, 1 from s', parameters: [s.id, 'course', 101] });
  log.push({ sql: 'select 1', parameters: [] });
  for (const mode of ['auto', 'force_generic_plan']) {
  const c = new pg.Client({ connectionString: url, options: `-c plan_cache_mode=${mode}` }); await c.connect();
  for (const q of log) {
    const parameters = q.parameters.map((p) => p === s.id ? s2.id : p);
    for (const named of [false, true]) {
      const times: number[] = [];
      for (let i = 0; i < 300; i++) { await c.query('begin'); const t = performance.now(); await c.query(named ? { name: 'x' + log.indexOf(q), text: q.sql, values: parameters as unknown[] } : { text: q.sql, values: parameters as unknown[] }); times.push(performance.now() - t); await c.query('rollback'); }
      times.sort((x, y) => x - y);
      out += `${mode} NAMED ${named} ${q.sql.length} p10 ${times[30]} p50 ${times[150]} ms\n`;
    }
  }
  const parameters = (log[0]?.parameters ?? []).map((p) => p === s.id ? s2.id : p);
  await c.query('begin'); await c.query('rollback');
  const types = ['uuid','int[]','int[]'];
  void types; void parameters;
  await c.end(); }
  await logged.destroy();
  writeFileSync('/tmp/explain.txt', out);
}, 60000);
