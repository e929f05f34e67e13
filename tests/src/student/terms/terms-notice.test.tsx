import { focusManager, type QueryClient, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { TermsToAccept } from '../../../../contract/terms.ts';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { termsQueries } from '../../../../src/student/terms/terms.queries.ts';
import { TermsNotice } from '../../../../src/student/terms/terms-notice.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../checkout/orders.ts';

const url = '/api/users/student/terms';
const terms: TermsToAccept = { title: 'Terms and Conditions', version: '2027-03-01-2', changed_on: '2027-03-01' };
const answered = (data: TermsToAccept | null): Answered => ({ body: { statusCode: 200, data } });

afterEach(() => focusManager.setFocused(undefined));

/** A text that appears when the terms are loaded. The notice would appear with it: both use the same query. */
function TermsLoaded() {
  const { isSuccess } = useQuery(termsQueries.toAccept(studentId));
  return isSuccess ? <p>Terms loaded</p> : null;
}

/**
 * Opens the notice. `due`: the terms that the server returns, one after the other. `saved`: those that the device has
 * stored.
 */
async function open(due: (TermsToAccept | null)[], accepted: Answered = answered(null), saved?: TermsToAccept) {
  let count = 0;
  const { api, sent } = answeringApi({
    [`GET ${url}`]: () => answered(due[Math.min(count++, due.length - 1)] ?? null),
    [`PUT ${url}`]: accepted,
  });
  const prepare = (client: QueryClient) => void client.setQueryData(termsQueries.toAccept(studentId).queryKey, saved);
  const part = (
    <>
      <TermsNotice studentId={studentId} />
      <TermsLoaded />
    </>
  );
  await renderInPage(part, { api, prepare });
  const calls = (method: string) => sent.filter((call) => call.method === method);
  return { calls, person: userEvent.setup({ delay: null }) };
}

it('a student who need not accept any terms sees no notice of changed terms', async () => {
  await open([null]);
  await screen.findByText('Terms loaded');
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  expect(screen.queryByText(/changed on/)).toBeNull();
});

it('the notice of changed terms disappears when the student has accepted the new terms', async () => {
  const { person, calls } = await open([terms]);
  expect(await screen.findByText('Terms and Conditions changed on 1 Mar 2027')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read the new version' }).getAttribute('href')).toBe('/terms');
  await person.click(screen.getByRole('button', { name: 'Accept' }));
  const thanks = await screen.findByText('Thank you. You have accepted the new version: Terms and Conditions.');
  expect(document.activeElement).toBe(thanks);
  expect(screen.queryByText('Terms and Conditions changed on 1 Mar 2027')).toBeNull();
  expect(calls('PUT').map(({ body }) => body)).toEqual([{ version: '2027-03-01-2' }]);
});

it('if the terms change again before the student accepts them, the notice of changed terms shows the new date', async () => {
  const newer = { ...terms, version: '2027-03-09', changed_on: '2027-03-09' };
  let isNewer = false;
  const { api, sent } = answeringApi({
    [`GET ${url}`]: () => answered(isNewer ? newer : terms),
    [`PUT ${url}`]({ body }) {
      isNewer = true;
      const { version } = body as { version: string };
      return version === newer.version
        ? answered(null)
        : refusal(409, 'TERMS_CHANGED', 'The terms have changed again.');
    },
  });
  await renderInPage(<TermsNotice studentId={studentId} />, { api });
  const person = userEvent.setup({ delay: null });
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Terms and Conditions changed on 9 Mar 2027')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('The terms have changed again.');
  await person.click(screen.getByRole('button', { name: 'Accept' }));
  await screen.findByText(/^Thank you/);
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(2);
});

it('the notice of changed terms shows an error when accepting the terms fails', async () => {
  const { person } = await open([terms], 'no answer');
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  expect((await screen.findByRole('alert')).textContent).toBe('That did not work. Please try again.');
  expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
});

it('without a connection, the saved notice of changed terms is shown, but its Accept button is disabled', async () => {
  vi.spyOn(connection, 'state', 'get').mockReturnValue('offline');
  const { calls } = await open([], answered(null), terms);
  const button = await screen.findByRole('button', { name: 'Accept' });
  expect(button.hasAttribute('disabled')).toBe(true);
  const note = screen.getByText('You can accept it when you are back online.');
  expect(button.getAttribute('aria-describedby')).toBe(note.id);
  expect(screen.getByRole('link', { name: 'Read the new version' })).toBeTruthy();
  expect(calls('GET')).toEqual([]);
});

it('the notice of changed terms disappears when the student returns to the tab after accepting the terms in another tab', async () => {
  const { calls } = await open([terms, null]);
  await screen.findByRole('button', { name: 'Accept' });
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull());
  expect(calls('GET')).toHaveLength(2);
});
