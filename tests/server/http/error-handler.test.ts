import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { toRefusal } from '../../../server/http/error-handler.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db, url } = await createTestDatabase();
const coded = (code: string) => Object.assign(new Error('secret SQL'), { code });

describe('temporary database errors', () => {
  it.each(['08006', '57P01', '57P03', '57014', '25P03', '55P03', '53300'])(
    'the temporary database error %s becomes a 503 response with Retry-After',
    (code) => {
      const refusal = toRefusal(coded(code));
      expect(refusal).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: 2 });
      expect(refusal.message).toBe('The service is busy. Please try again.');
    },
  );

  it('a statement timeout of the database becomes a 503 response with Retry-After', async () => {
    const hasty = openDatabase(url, { statementTimeoutMs: 20 });
    const slow = hasty.selectFrom('students').select((row) => row.fn('pg_sleep', [row.val(5)]).as('slept'));
    await db.insertInto('students').values({ first_name: 'Asha', last_name: 'Nair' }).execute();
    const error = await slow.execute().catch((thrown: unknown) => thrown);
    expect(toRefusal(error)).toMatchObject({ status: 503, retryAfter: 2 });
    await hasty.destroy();
  });
});

it.each(['23505', '23514', '42P01'])(
  'the unexpected database error %s becomes a 500 response that reveals no details',
  (code) => {
    expect(toRefusal(coded(code)).toBody('r1')).toMatchObject({
      statusCode: 500,
      code: 'INTERNAL_ERROR',
      message: 'Internal server error',
    });
  },
);
