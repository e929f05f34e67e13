// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { readKnownStudent, rememberStudent } from '../../../src/auth/known-student.ts';
import { sessionQueries } from '../../../src/auth/session.queries.ts';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';

const student = { id: '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001', name: 'Asha Nair', image: null };

function askWith(answer: Answered) {
  const { api, sent } = answeringApi({ 'POST /api/auth/verify/login/status': answer });
  return { sent, status: createQueryClient(api).fetchQuery(sessionQueries.status()) };
}

const setHint = (value: string) => {
  Reflect.set(document, 'cookie', value);
};

afterEach(() => {
  setHint('landfall_hint=; max-age=0; path=/');
  localStorage.clear();
});

describe('login status', () => {
  it('is not asked for while no hint says that a session may exist', async () => {
    rememberStudent(student);
    const { sent, status } = askWith('no answer');
    expect(await status).toBeNull();
    expect(sent).toEqual([]);
    expect(readKnownStudent()).toBeNull();
  });

  it('sends the hint and remembers who answered', async () => {
    setHint('landfall_hint=abc; path=/');
    const { sent, status } = askWith({ body: { statusCode: 200, user: student } });
    expect(await status).toEqual(student);
    expect(sent[0]?.body).toEqual({ value: 'abc' });
    expect(readKnownStudent()).toEqual(student);
  });

  it('keeps the last known student when no answer comes, and when the server is broken', async () => {
    setHint('landfall_hint=abc; path=/');
    rememberStudent(student);
    expect(await askWith('no answer').status).toEqual(student);
    expect(await askWith(refusal(500, 'INTERNAL_ERROR')).status).toEqual(student);
  });

  it('signs out on our own 401 alone', async () => {
    setHint('landfall_hint=abc; path=/');
    rememberStudent(student);
    expect(await askWith(refusal(401, 'UNAUTHORIZED_REQUEST')).status).toBeNull();
    expect(readKnownStudent()).toBeNull();
  });
});
