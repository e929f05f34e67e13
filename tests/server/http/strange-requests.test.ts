import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { markerHeader } from '../../../contract/headers.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';
import { contactForm } from './form-samples.ts';

const app = await startTestApp();

it('an address with an endless part is not found, like any other', async () => {
  const answer = await app.call('GET', `/api/orders/${'9'.repeat(300)}/receipt`);
  expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message: 'Not found.' } });
  expect(answer.headers[markerHeader]).toBe('1');
});

it('half a pair of surrogates is text that cannot be stored, and stores nothing', async () => {
  const formData = { ...contactForm, message: 'How much\ud83d' };
  const answer = await app.call('POST', '/api/submissions/contact/add', { body: { formData } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  expect(await app.db.selectFrom('submissions').select('id').execute()).toEqual([]);
});

it('half a pair in a profile’s experience is refused too', async () => {
  const student = await createStudent(app.db);
  const experience = [{ position: 'Cadet\udc00', company: '', period: '', description: '' }];
  const headers = await signIn(app, student);
  const answer = await app.call('PUT', `/api/users/student/${student.id}`, { body: { experience }, headers });
  expect(answer.status).toBe(400);
});

it('a Host that is none is refused, whether or not addresses are made of it', async () => {
  const student = await createStudent(app.db);
  const headers = { ...(await signIn(app, student)), host: '[', 'idempotency-key': randomUUID() };
  const url = `/api/orders/create?id=${student.id}&redirect_url=%2Fcourse-booking`;
  for (const answer of [
    await app.call('POST', url, { body: {}, headers }),
    await app.call('GET', `/api/users/student?userId=${student.id}`, { headers }),
  ])
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
});
