import 'fake-indexeddb/auto';
import { fireEvent, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { ContactForm } from '../../../../src/content/submissions/contact/contact-form.tsx';
import { GrievanceForm } from '../../../../src/content/submissions/grievance/grievance-form.tsx';
import { outbox } from '../../../../src/offline/outbox/page-outbox.ts';
import { openToastRegion } from '../../../../src/ui/toasts/toasts.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

const enquiry = { Name: 'Nila Thomas', Email: 'nila@example.com', Subject: 'fees', Message: 'In parts?' };
const grievance = { Grievance: 'The warden shouts.' };

// The forms use the prepared responses. Calls that the outbox makes itself get no response while the test runs.
beforeAll(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));
afterAll(() => void vi.unstubAllGlobals());

const resend = 'Your message was not sent. Open the contact form and send it again.';

it.each([
  ['for a field', refusal(400, 'INVALID_REQUEST', 'Enter valid number'), 'Enter valid number.'],
  ['for another reason', refusal(403, 'FORBIDDEN'), 'Nothing you typed is lost. Try again in a moment.'],
])(
  'an enquiry that is refused %s after its page was left shows a toast with the reason, and the contact form still has what was typed',
  async (_, refused, reason) => {
    const response = Promise.withResolvers<Answered>();
    const { api, sent } = answeringApi({ 'POST /api/submissions/contact/add': () => response.promise });
    const { unmount } = await renderInPage(<ContactForm />, { api });
    for (const [label, value] of Object.entries(enquiry))
      fireEvent.change(screen.getByLabelText(new RegExp(`^${label}( \\*)?$`)), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: 'Send message' }));
    await expect.poll(() => sent).toHaveLength(1);
    unmount();
    const shown: unknown[] = [];
    const close = openToastRegion({ show: (toast) => shown.push(toast) });
    onTestFinished(close);
    response.resolve(refused);
    const toast = { title: 'Unable to submit!', message: `${reason} ${resend}`, tone: 'error' };
    await expect.poll(() => shown).toMatchObject([toast]);
    expect(outbox.rows).toEqual([]);
    await renderInPage(<ContactForm />, { api });
    await screen.findByDisplayValue(enquiry.Message);
    sessionStorage.clear();
  },
);

it.each([
  ['an enquiry', <ContactForm key="enquiry" />, enquiry, 'Send message', 'Enquiry (fees)', 'LFE-7K3MQ9XD2A'],
  [
    'an anonymous grievance',
    <GrievanceForm key="grievance" />,
    grievance,
    'Submit Grievance',
    'Message to the academy',
    'LFE-7K3MQ9XD2A',
  ],
])(
  'if the page of %s is left before the response, the list of waiting changes shows the reference number',
  async (_, form, fields, button, title, reference) => {
    const response = Promise.withResolvers<Answered>();
    const answer = () => response.promise;
    const { api, sent } = answeringApi({
      'POST /api/submissions/contact/add': answer,
      'POST /api/submissions/grievance/add': answer,
      'GET /api/cms/header': refusal(503, 'UNAVAILABLE'),
    });
    const { unmount } = await renderInPage(form, { api });
    const anonymous = screen.queryByRole('checkbox', { name: 'Submit anonymously' });
    if (anonymous) fireEvent.click(anonymous);
    for (const [label, value] of Object.entries(fields))
      fireEvent.change(screen.getByLabelText(new RegExp(`^${label}( \\*)?$`)), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: button }));
    await expect.poll(() => sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
    unmount();
    response.resolve({ body: { statusCode: 200, data: { reference } } });
    await expect
      .poll(() => outbox.rows.find(({ kind }) => kind === 'receipt'))
      .toMatchObject({ title, payload: { reference } });
    for (const { key } of outbox.rows) await outbox.discard(key);
  },
);
