import 'fake-indexeddb/auto';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ContactForm } from '../../../../src/content/submissions/contact/contact-form.tsx';
import { GrievanceForm } from '../../../../src/content/submissions/grievance/grievance-form.tsx';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { outbox, startOutbox } from '../../../../src/offline/outbox/page-outbox.ts';
import { answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

const grievance = {
  key: 'f1',
  kind: 'grievance.send',
  title: 'Message to the academy',
  user: null,
  payload: { anonymous: true, grievance: 'The warden shouts.' },
} as const;
const api = () => answeringApi({ 'GET /api/cms/header': refusal(503, 'UNAVAILABLE') }).api;

afterEach(() => outbox.discardAll('', { withAnonymous: true }));

it('the contact and grievance forms say that an earlier message waits or was received, without its text, and link to the list', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => connection.probe());
  startOutbox();
  await outbox.sendForm(
    grievance,
    () => Promise.reject(new Error('not sent while offline')),
    () => false,
  );
  for (const form of [<GrievanceForm key="grievance" />, <ContactForm key="contact" subject="" message="" />]) {
    const { unmount } = await renderInPage(form, { api: api() });
    const waiting = await screen.findByText('A message on this device has not been sent yet.');
    expect(waiting.parentElement?.textContent).not.toMatch(/grievance|shouts/i);
    const link = screen.getByRole('link', { name: 'See the list at the top of the page' });
    expect(link.getAttribute('href')).toBe('#waiting-changes');
    unmount();
  }

  await outbox.discard('f1');
  act(() => connection.report('ours'));
  await outbox.sendForm(
    grievance,
    async () => 'LFE-7K3MQ9XD2A',
    () => false,
    () => false,
  );
  await renderInPage(<GrievanceForm />, { api: api() });
  await screen.findByText('A message from this device was received.');
  const link = screen.getByRole('link', { name: 'See its reference number at the top of the page' });
  expect(link.getAttribute('href')).toBe('#waiting-receipts');
});
