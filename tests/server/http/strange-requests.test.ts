import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { markerHeader } from '../../../contract/headers.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';
import { contactForm } from './form-samples.ts';

const app = await startTestApp();

it('a URL with a path parameter of 300 characters returns the API’s usual 404', async () => {
  const response = await app.call('GET', `/api/orders/${'9'.repeat(300)}/receipt`);
  expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message: 'Not found.' } });
  expect(response.headers[markerHeader]).toBe('1');
});

it('the contact form rejects text with a lone UTF-16 surrogate with 400 and stores nothing', async () => {
  const formData = { ...contactForm, message: 'How much\ud83d' };
  const response = await app.call('POST', '/api/submissions/contact/add', { body: { formData } });
  expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  expect(await app.db.selectFrom('submissions').select('id').execute()).toEqual([]);
});

it('a profile update with a lone UTF-16 surrogate in the work experience returns 400', async () => {
  const student = await createStudent(app.db);
  const experience = [{ position: 'Cadet\udc00', company: '', period: '', description: '' }];
  const headers = await signIn(app, student);
  const response = await app.call('PUT', `/api/users/student/${student.id}`, { body: { experience }, headers });
  expect(response.status).toBe(400);
});

it('an invalid Host header is rejected with 400, even by routes that do not use the header', async () => {
  const student = await createStudent(app.db);
  const headers = { ...(await signIn(app, student)), host: '[', 'idempotency-key': randomUUID() };
  const url = `/api/orders/create?id=${student.id}&redirect_url=%2Fcourse-booking`;
  for (const response of [
    await app.call('POST', url, { body: {}, headers }),
    await app.call('GET', `/api/users/student?userId=${student.id}`, { headers }),
  ])
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
});
