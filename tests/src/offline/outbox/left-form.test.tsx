import 'fake-indexeddb/auto';
import { fireEvent, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ContactForm } from '../../../../src/content/submissions/contact/contact-form.tsx';
import { GrievanceForm } from '../../../../src/content/submissions/grievance/grievance-form.tsx';
import { outbox } from '../../../../src/offline/outbox/page-outbox.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

const enquiry = { Name: 'Nila Thomas', Email: 'nila@example.com', Subject: 'fees', Message: 'In parts?' };
const grievance = { Grievance: 'The warden shouts.' };

// The forms use the prepared responses. Calls that the outbox makes itself get no response while the test runs.
beforeAll(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));
afterAll(() => void vi.unstubAllGlobals());

it.each([
  ['an enquiry', <ContactForm key="enquiry" />, enquiry, 'Send message', 'Enquiry (fees)', 'LFE-7K3MQ9XD2A'],
  [
    'an anonymous grievance',
    <GrievanceForm key="grievance" />,
    grievance,
    'Submit Grievance',
    'Message to the academy',
    'LFG-7K3MQ9XD2A',
  ],
])(
  'the reference number of %s whose page was left before the response is in the list of waiting changes',
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
