import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ReviewedDocument } from '../../../../contract/staff/documents.ts';
import '../../../../src/staff/documents/documents-page.tsx';
import { markerHeader } from '../../../../contract/headers.ts';
import { authenticationGate } from '../../../../src/staff/session/authentication-gate.ts';
import { failureBody, refusal } from '../../../support/answers.ts';
import { type Answers, answered, openConsole } from '../open-console.tsx';

const idOf = (number: number) => `6f1c2a34-7a10-4b5e-9d55-${String(number).padStart(12, '0')}`;

function waiting(number: number, document_name: string, change: Partial<ReviewedDocument> = {}): ReviewedDocument {
  return {
    ...{ id: idOf(number), document_name, category_name: 'personal', bytes: 2048, state: 'waiting' },
    ...{ rejection: null, expires_on: null, created_at: '2026-03-10T06:30:00.000Z', reviewer: null, reviewed_at: null },
    student: {
      ...{ id: idOf(99), name: 'Asha Nair', dob: '2004-02-29', indos_number: '19EL0001' },
      ...{ passport_number: null, has_email: true },
    },
    ...change,
  };
}

/** The details of the student that a review names, because staff have compared the document with them. */
const seen_student = { name: 'Asha Nair', dob: '2004-02-29', indos_number: '19EL0001', passport_number: null };

const queueOf = (...documents: ReviewedDocument[]) => answered(documents, { next: null, waiting: documents.length });

/** Opens the queue of student documents. The fake API removes a document from the queue once staff have reviewed it. */
async function openQueue(documents: ReviewedDocument[], answers: Answers = {}, role?: 'auditor') {
  const queue = [...documents];
  const review = ({ id }: ReviewedDocument) => ({
    [`PUT /api/staff/documents/${id}/state`]: ({ body }: { body: unknown }) => {
      const index = queue.findIndex((one) => one.id === id);
      const [reviewed] = queue.splice(index, 1);
      return answered({ ...reviewed, ...(body as object) });
    },
  });
  return openConsole(
    '/staff/documents',
    {
      'GET /api/staff/documents': () => queueOf(...queue),
      ...Object.assign({}, ...documents.map(review)),
      ...answers,
    },
    role,
  );
}

const findOpen = (name: string) => screen.findByRole('region', { name: `${name} of Asha Nair` });

beforeEach(() => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
});

describe('the queue of documents', () => {
  it('in the queue of student documents, the keys j and k open the next and the previous document', async () => {
    const { user } = await openQueue([waiting(1, 'Passport'), waiting(2, 'CDC')]);
    const open = await findOpen('Passport');
    expect(within(open).getByText('29 Feb 2004')).toBeTruthy();
    expect(within(open).getByText('19EL0001')).toBeTruthy();
    await user.keyboard('j');
    expect(await findOpen('CDC')).toBeTruthy();
    await user.keyboard('k');
    expect(await findOpen('Passport')).toBeTruthy();
  });

  it('the queue of student documents lists its keyboard shortcuts, but not if the staff member has switched off shortcuts', async () => {
    onTestFinished(() => localStorage.clear());
    await openQueue([waiting(1, 'Passport')]);
    expect(await screen.findByText(/^Keys: j next/)).toBeTruthy();
    cleanup();
    localStorage.setItem('landfall:staff-shortcuts', 'false');
    await openQueue([waiting(1, 'Passport')]);
    await findOpen('Passport');
    expect(screen.queryByText(/^Keys: j next/)).toBeNull();
  });

  it('pressing v marks the open document of a student as verified and opens the next document of the queue', async () => {
    const { user, sent } = await openQueue([waiting(1, 'Passport', { expires_on: '2030-05-31' }), waiting(2, 'CDC')]);
    await findOpen('Passport');
    await user.keyboard('v');
    await findOpen('CDC');
    const review = sent.find(({ method }) => method === 'PUT');
    const seen = { seen: 'waiting', seen_expires_on: '2030-05-31', seen_student };
    expect(review?.body).toEqual({ state: 'verified', ...seen, expires_on: '2030-05-31' });
    expect(await screen.findByText('Verified', { selector: '[role="status"] *' })).toBeTruthy();
  });

  it('staff can reject a student’s document only with a reason', async () => {
    const { user, sent } = await openQueue([waiting(1, 'Passport')]);
    await findOpen('Passport');
    await user.keyboard('r');
    const reason = await screen.findByLabelText('Why is it rejected?');
    await waitFor(() => expect(document.activeElement).toBe(reason));
    const reject = screen.getByRole('button', { name: 'Reject and email the student' });
    expect(reject.hasAttribute('disabled')).toBe(true);
    await user.type(reason, 'very blurred');
    await user.click(reject);
    expect(await screen.findByText('No documents to verify')).toBeTruthy();
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { state: 'rejected', seen: 'waiting', seen_expires_on: null, seen_student, reason: 'very blurred' },
    ]);
  });

  it('in the queue of student documents, opening another document asks for confirmation before a typed rejection reason is lost', async () => {
    const { user } = await openQueue([waiting(1, 'Passport'), waiting(2, 'CDC')]);
    const open = await findOpen('Passport');
    await user.click(within(open).getByRole('button', { name: 'Reject…' }));
    await user.type(await screen.findByLabelText('Why is it rejected?'), 'very blurred');
    await user.click(screen.getByText('CDC'));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without rejecting?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText('Why is it rejected?')).toHaveProperty('value', 'very blurred');
    await user.click(screen.getByText('CDC'));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await findOpen('CDC')).toBeTruthy();
  });

  it('when the window becomes narrow, the first document of the queue stays open with the typed rejection reason until staff go back', async () => {
    const { user, narrow } = await openQueue([waiting(1, 'Passport'), waiting(2, 'CDC')]);
    await user.click(within(await findOpen('Passport')).getByRole('button', { name: 'Reject…' }));
    await user.type(await screen.findByLabelText('Why is it rejected?'), 'very blurred');
    act(narrow);
    const back = await screen.findByRole('button', { name: 'Back to the queue' });
    expect(screen.queryByText('CDC')).toBeNull();
    expect(screen.getByLabelText('Why is it rejected?')).toHaveProperty('value', 'very blurred');
    await user.click(back);
    const dialog = await screen.findByRole('dialog', { name: 'Leave without rejecting?' });
    expect(screen.getByLabelText('Why is it rejected?')).toHaveProperty('value', 'very blurred');
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('CDC')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Back to the queue' })).toBeNull());
  });

  it('staff can verify a student’s expired document only after they enter a later expiry date', async () => {
    const { user, sent } = await openQueue([waiting(1, 'Passport', { expires_on: '2020-05-31' })]);
    const open = await findOpen('Passport');
    expect(within(open).getByText('This document expired on 31 May 2020.')).toBeTruthy();
    expect(within(open).queryByRole('button', { name: 'Verify' })).toBeNull();
    expect(within(open).getByRole('button', { name: 'Reject…' })).toBeTruthy();
    await user.keyboard('v');
    expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
    fireEvent.change(within(open).getByLabelText('Expiry date'), { target: { value: '2099-05-31' } });
    expect(within(open).queryByText(/This document expired/)).toBeNull();
    await user.click(within(open).getByRole('button', { name: 'Verify' }));
    await screen.findByText('No documents to verify');
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ expires_on: '2099-05-31' });
  });

  it('verifying a document that a colleague has just reviewed shows the message that the document was changed', async () => {
    const { user } = await openQueue([waiting(1, 'Passport')], {
      [`PUT /api/staff/documents/${idOf(1)}/state`]: refusal(
        409,
        'REVIEWED_MEANWHILE',
        'This document was changed meanwhile. Look at it again.',
      ),
    });
    await findOpen('Passport');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('This document was changed meanwhile. Look at it again.')).toBeTruthy();
  });

  it('verifying a document fails if the student has just set an expiry date, and the form then shows this date', async () => {
    let document = waiting(1, 'Passport');
    const { user, sent } = await openQueue([document], {
      'GET /api/staff/documents': () => queueOf(document),
      [`PUT /api/staff/documents/${idOf(1)}/state`]: ({ body }) => {
        if ((body as { seen_expires_on: string }).seen_expires_on === document.expires_on)
          return answered({ ...document, state: 'verified' });
        return refusal(409, 'REVIEWED_MEANWHILE', 'This document was changed meanwhile. Look at it again.');
      },
    });
    const open = await findOpen('Passport');
    await user.click(within(open).getByRole('button', { name: 'Reject…' }));
    await user.type(await within(open).findByRole('textbox'), 'The photo is blurred');
    document = waiting(1, 'Passport', { expires_on: '2031-05-31' });
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('This document was changed meanwhile. Look at it again.')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Expiry date').value).toBe('2031-05-31'));
    expect(within(open).getByRole<HTMLTextAreaElement>('textbox').value).toBe('The photo is blurred');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Verified', { selector: '[role="status"] *' })).toBeTruthy();
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
      { seen_expires_on: null, expires_on: null },
      { seen_expires_on: '2031-05-31', expires_on: '2031-05-31' },
    ]);
  });

  it('after a lost connection, verifying a document again uses the same idempotency key unless staff have changed its expiry date', async () => {
    const { user, sent } = await openQueue([waiting(1, 'Passport')], {
      [`PUT /api/staff/documents/${idOf(1)}/state`]: 'no answer',
    });
    const open = await findOpen('Passport');
    const verify = async (times: number) => {
      await user.click(within(open).getByRole('button', { name: 'Verify' }));
      await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(times));
      expect(await screen.findByText('There is no connection to the server. Please try again.')).toBeTruthy();
    };
    await verify(1);
    await verify(2);
    fireEvent.change(within(open).getByLabelText('Expiry date'), { target: { value: '2099-05-31' } });
    await verify(3);
    const [first, again, corrected] = sent
      .filter(({ method }) => method === 'PUT')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(again).toBe(first);
    expect(corrected).not.toBe(first);
  });

  it('the preview of a student’s document asks staff whose session has ended to sign in, and then requests the document again', async () => {
    onTestFinished(() => authenticationGate.refuse());
    const statuses = [401, 404];
    vi.stubGlobal('fetch', async () => {
      const status = statuses.shift() ?? 404;
      const body = failureBody(status, status === 401 ? 'UNAUTHORIZED_REQUEST' : 'NOT_FOUND', 'refused');
      return Response.json(body, { status, headers: { [markerHeader]: '1' } });
    });
    await openQueue([waiting(1, 'Passport')]);
    await findOpen('Passport');
    await waitFor(() => expect(authenticationGate.demand).toBe('signIn'));
    expect(screen.queryByText(/The student may have deleted it/)).toBeNull();
    authenticationGate.pass();
    expect(await screen.findByText('The student may have deleted it meanwhile.')).toBeTruthy();
    expect(statuses).toEqual([]);
  });

  it.each([429, 503])(
    'the preview of a student’s document shows “Try again in a minute.” after a response with the status %s',
    async (status) => {
      vi.stubGlobal('fetch', async () => Response.json({}, { status, headers: { [markerHeader]: '1' } }));
      await openQueue([waiting(1, 'Passport')]);
      expect(await screen.findByText('Try again in a minute.')).toBeTruthy();
      expect(screen.queryByText(/The student may have deleted it/)).toBeNull();
    },
  );

  it('the queue of student documents shows “No documents to verify” when the queue is empty', async () => {
    await openQueue([]);
    expect(await screen.findByText('No documents to verify')).toBeTruthy();
  });

  it('the queue of student documents shows an error and a retry button when it could not be loaded', async () => {
    let isOffline = true;
    const { user } = await openQueue([], {
      'GET /api/staff/documents': () => (isOffline ? 'no answer' : queueOf(waiting(1, 'Passport'))),
    });
    expect(await screen.findByText('There is no connection, so the documents could not be loaded.')).toBeTruthy();
    isOffline = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findOpen('Passport')).toBeTruthy();
  });

  it('“Show more” in the document queue sends the last document’s id and time, so that it works even if that document is deleted', async () => {
    const { user, sent } = await openQueue([], {
      'GET /api/staff/documents': ({ url }) =>
        url.includes('after=')
          ? queueOf(waiting(2, 'CDC'))
          : answered([waiting(1, 'Passport')], { next: idOf(1), waiting: 2 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('CDC')).toBeTruthy();
    const query = new URLSearchParams(sent.find(({ url }) => url.includes('after='))?.url.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      ...{ state: 'waiting', after: idOf(1), after_at: '2026-03-10T06:30:00.000Z' },
    });
  });

  it('a document that its student has deleted leaves the queue when staff try to verify it, with a message that says so', async () => {
    let isDeleted = false;
    const { user } = await openQueue([], {
      'GET /api/staff/documents': () =>
        isDeleted ? queueOf(waiting(2, 'CDC')) : queueOf(waiting(1, 'Passport'), waiting(2, 'CDC')),
      [`PUT /api/staff/documents/${idOf(1)}/state`]: () => {
        isDeleted = true;
        return refusal(404, 'NOT_FOUND', 'Not found');
      },
    });
    await user.click(within(await findOpen('Passport')).getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('The student has deleted this document meanwhile.')).toBeTruthy();
    expect(await findOpen('CDC')).toBeTruthy();
    expect(screen.queryByText('Passport')).toBeNull();
  });

  it('an auditor can see a student’s document, but has no button “Verify”', async () => {
    await openQueue([waiting(1, 'Passport')], {}, 'auditor');
    await findOpen('Passport');
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
  });

  it('a verified document of a student can be put back into the queue of documents to verify', async () => {
    const verified = waiting(1, 'Passport', { state: 'verified', reviewed_at: '2026-03-11T06:30:00.000Z' });
    const { user, sent } = await openConsole(`/staff/documents?state=verified&id=${idOf(1)}`, {
      'GET /api/staff/documents': queueOf(verified),
      [`PUT /api/staff/documents/${idOf(1)}/state`]: answered(waiting(1, 'Passport')),
    });
    await findOpen('Passport');
    await user.click(screen.getByRole('button', { name: 'Put back into the queue' }));
    await waitFor(() => expect(sent.at(-1)?.method).not.toBe('PUT'));
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      ...{ state: 'waiting', seen: 'verified', seen_expires_on: null, seen_student },
    });
  });
});
