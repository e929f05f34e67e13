// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { readSavedStudent, saveStudent } from '../../../../src/auth/session/saved-student.ts';
import { sessionQueries } from '../../../../src/auth/session/session.queries.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';

const student = { id: '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001', name: 'Asha Nair', image: null };

function requestStatus(answer: Answered) {
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
  it('without the session hint cookie, no login status request is sent and the student counts as signed out', async () => {
    saveStudent(student);
    const { sent, status } = requestStatus('no answer');
    expect(await status).toBeNull();
    expect(sent).toEqual([]);
    expect(readSavedStudent()).toBeNull();
  });

  it('the login status request sends the value of the session hint cookie, and the returned student is saved on the device', async () => {
    setHint('landfall_hint=abc; path=/');
    const { sent, status } = requestStatus({ body: { statusCode: 200, user: student } });
    expect(await status).toEqual(student);
    expect(sent[0]?.body).toEqual({ value: 'abc' });
    expect(readSavedStudent()).toEqual(student);
  });

  it('the value of the session hint cookie is sent unchanged in the login status request even if it is malformed', async () => {
    setHint('landfall_hint=%; path=/');
    const { sent, status } = requestStatus({ body: { statusCode: 200, user: student } });
    expect(await status).toEqual(student);
    expect(sent[0]?.body).toEqual({ value: '%' });
  });

  it('the login status falls back to the saved student when the request or the server fails', async () => {
    setHint('landfall_hint=abc; path=/');
    saveStudent(student);
    expect(await requestStatus('no answer').status).toEqual(student);
    expect(await requestStatus(refusal(500, 'INTERNAL_ERROR')).status).toEqual(student);
  });

  it('a 401 response to the login status request deletes the saved student', async () => {
    setHint('landfall_hint=abc; path=/');
    saveStudent(student);
    expect(await requestStatus(refusal(401, 'UNAUTHORIZED_REQUEST')).status).toBeNull();
    expect(readSavedStudent()).toBeNull();
  });
});
