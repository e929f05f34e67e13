import type { Kysely } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { newStudent } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';

/**
 * Reads the victim of the attack (the demo student with the most data) and the victim's orders, files and documents.
 */
async function readVictim(db: Kysely<Database>) {
  const student = await db
    .selectFrom('students')
    .selectAll()
    .where('email', '=', 'asha.nair@example.com')
    .executeTakeFirstOrThrow();
  const orders = await db.selectFrom('orders').selectAll().where('student_id', '=', student.id).execute();
  const files = await db.selectFrom('files').selectAll().where('student_id', '=', student.id).orderBy('id').execute();
  const documents = await db
    .selectFrom('student_documents')
    .selectAll()
    .where('student_id', '=', student.id)
    .orderBy('id')
    .execute();
  return { student, orders: orders.toSorted((a, b) => (a.id < b.id ? -1 : 1)), files, documents };
}

type Victim = Awaited<ReturnType<typeof readVictim>>;

/**
 * Every API call that contains the id of a student, an order, a file or a document, filled in with the victim's ids.
 */
function callsFor({ student, orders, files, documents }: Victim): Array<[string, string, object?]> {
  const [id, redirect] = [student.id, '/course-booking/checkout/confirmation'];
  const receipt = orders.find(({ receipt_number }) => receipt_number !== null)?.id ?? '';
  return [
    ['GET', `/api/users/student?userId=${id}`],
    ['GET', `/api/users/student?userId=${id}&userId=${id}`],
    ['PUT', `/api/users/student/${id}`, { city: 'Elsewhere' }],
    ['PUT', `/api/users/student/${id.toUpperCase()}`, { email: 'thief@example.com' }],
    ['POST', `/api/orders/create?id=${id}&redirect_url=${redirect}`, {}],
    ['GET', `/api/orders/update?user_id=${id}`],
    ...orders.flatMap(
      (order): Array<[string, string]> => [
        ['GET', `/api/orders/${order.id}/receipt`],
        ['GET', `/api/orders/${order.id}/receipt.pdf`],
        ['GET', `/api/orders/update?user_id=${id}&attempt_id=${order.id}-1`],
      ],
    ),
    ['GET', `/api/orders/${receipt.toLowerCase()}/receipt`],
    ...files.map((file): [string, string] => ['GET', `/api/files/${file.id}`]),
    ...documents.flatMap(
      (document): Array<[string, string, object]> => [
        ['PUT', `/api/users/student/document/${document.id}`, { expires_on: '2099-01-01' }],
        ['DELETE', `/api/users/student/document/${document.id}`, {}],
      ],
    ),
    ...files.map((file): [string, string, object] => [
      'POST',
      '/api/users/student/document/add',
      { document_name: 'mine', category_name: 'personal', document_url: `/api/files/${file.id}` },
    ]),
    ['GET', `/api/users/student/wallet/overview?userId=${id}`],
    ['GET', `/api/users/student/payments?userId=${id}`],
    ['GET', `/api/users/student/orders?userId=${id}`],
    ['GET', `/api/users/student/courses?userId=${id}`],
    ['GET', `/api/users/student/documents?userId=${id}`],
    ['GET', `/api/cart?user=${id}`],
    ['POST', '/api/auth/logout', { user_id: id }],
  ];
}

/** Whether a response contains an id, the email address, the phone number or the INDOS number of the victim. */
function reveals(text: string, { student, orders, files, documents }: Victim): boolean {
  const secrets = [
    student.email,
    student.mobile,
    student.indos_number,
    ...[...orders, ...files, ...documents].map(({ id }) => id),
  ];
  return secrets.some((secret) => secret && text.includes(secret));
}

export const foreignObjects: Attack = {
  name: "Read or change another student's orders, receipts, documents and profile",
  async run(target, campaign) {
    const before = await readVictim(target.db);
    if (before.orders.length === 0 || before.documents.length === 0) throw new Error('The demo student has no data');
    const thief = (await newStudent(target, campaign)).browser;
    const visitor = campaign.attacker(target.port);
    const calls = callsFor(before);
    const taken = new Set<string>();
    for (const attacker of [thief, visitor]) {
      await repeat(calls.length, 4, async (turn) => {
        const [method, path, body] = calls[turn] ?? ['GET', '/'];
        const { status, text } = await attacker.send(method, path, body ? { body } : {});
        if (status === 200 && reveals(text, before)) taken.add(`${method} ${path.split('?')[0]}`);
      });
    }
    const isChanged = JSON.stringify(await readVictim(target.db)) !== JSON.stringify(before);
    const gained = [...taken, ...(isChanged ? ["the victim's data changed"] : [])].join(', ');
    return { gained: gained || `nothing by ${calls.length} calls, signed in and not`, isHeld: gained === '' };
  },
};
