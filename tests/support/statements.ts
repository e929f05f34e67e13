import pg from 'pg';
import { vi } from 'vitest';

/** The first two words of each SQL statement that this process sends to PostgreSQL while `work` runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([asked]) => {
      const { text } = asked as unknown as { text: string };
      return text.trim().split(/\s+/).slice(0, 2).join(' ');
    });
  } finally {
    query.mockRestore();
  }
}
