import { sql } from 'kysely';
import { newStudent } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';
import { fieldOf } from './attacker.ts';

const accounts = 8;

export const waitingLists: Attack = {
  name: 'Take the place or the offered seat of another student on a waiting list',
  async run(target, campaign) {
    const { account: victim } = await newStudent(target, campaign);
    const { rows } = await sql<{ course_id: number; batch_id: number }>`
      select b.course_id, b.id as batch_id from batches b join courses c on c.id = b.course_id
      where c.is_active and b.status = 'open' and b.taken = b.capacity and b.start_date > current_date + 7
      limit 1`.execute(target.db);
    const [batch] = rows;
    if (!batch) throw new Error('The demo has no full batch');
    const { rows: planted } = await sql<{ id: number }>`
      with entry as (
        insert into waiting_entries (student_id, course_id, batch_ids)
        values (${victim.id}, ${batch.course_id}, array[${batch.batch_id}]::integer[]) returning id
      )
      insert into waiting_entry_batches (entry_id, course_id, batch_id)
      select id, ${batch.course_id}, ${batch.batch_id} from entry returning entry_id as id`.execute(target.db);
    const id = planted[0]?.id;
    const { browser: thief } = await newStudent(target, campaign);
    const left = await thief.send('DELETE', '/api/waiting-lists', { body: { id } });
    const accepted = await thief.post('/api/waiting-lists/accept', { id });
    const listed = await thief.get('/api/waiting-lists');
    const joined = await repeat(accounts, 2, async () => {
      const { browser } = await newStudent(target, campaign, { isVerified: false });
      return browser.post('/api/waiting-lists', { type: 'course', ...batch });
    });
    const codes = new Set(joined.map((reply) => fieldOf(reply, 'code') || 'joined'));
    const { rows: kept } = await sql<{ state: string }>`
      select state from waiting_entries where id = ${id}`.execute(target.db);
    const failures = [
      ...(left.status === 404 && accepted.status === 404 ? [] : [`left ${left.status}, accepted ${accepted.status}`]),
      ...(listed.text.includes(`"id":${id},`) ? ['the entry of the victim is listed'] : []),
      ...(kept[0]?.state === 'waiting' ? [] : ['the victim does not wait any more']),
      ...joined.filter(({ status }) => status === 200).map(() => 'an unverified account joined'),
    ];
    return {
      gained: failures.join(', ') || `nothing; unverified accounts: ${[...codes].join(', ')}`,
      isHeld: failures.length === 0,
    };
  },
};
