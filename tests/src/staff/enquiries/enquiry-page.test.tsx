import { focusManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Enquiry, EnquiryEntry } from '../../../../contract/staff/enquiries.ts';
import '../../../../src/staff/enquiries/enquiries-page.tsx';
import '../../../../src/staff/enquiries/enquiry-page.tsx';
import '../../../../src/staff/enquiries/templates-page.tsx';
import { refusal } from '../../../support/answers.ts';
import { type Answers, answered, openConsole } from '../open-console.tsx';
import { staffId } from '../render-console.tsx';

const me = { id: staffId, name: 'Ravi Pillai' };
const template = { id: 1, name: 'Fees', text: 'Dear {name}, about {reference}: the fee is ₹9,000.' };

function enquiry(change: Partial<Enquiry> = {}): Enquiry {
  return {
    ...{ id: 7, reference: 'LFE-7K3MQ9XD2A', kind: 'contact', state: 'received', at: '2026-03-10T06:30:00.000Z' },
    ...{ is_anonymous: false, name: 'Joy Roy', subject: 'fees', assigned_to: null, text: 'How much?' },
    ...{ email: 'joy@example.com', phone: '98765 40099', student: null, entries: [] },
    ...change,
  };
}

const entry = (fields: Pick<EnquiryEntry, 'kind' | 'text'> & Partial<EnquiryEntry>): EnquiryEntry => ({
  ...{ id: 1, at: '2026-03-10T07:00:00.000Z', author: 'Ravi Pillai', delivery: null },
  ...fields,
});

/** What staff have seen on the page of an enquiry on which nobody has worked: no assignee, reply or note. */
const nothingSeen = { assigned_to: null, last_entry: null };

const open = (one: Enquiry, answers: Answers = {}, role?: 'auditor') =>
  openConsole(
    '/staff/enquiries/7',
    {
      'GET /api/staff/enquiries/7': answered(one),
      'GET /api/staff/enquiry-assignees': answered([me]),
      'GET /api/staff/reply-templates': answered([template]),
      ...answers,
    },
    role,
  );

afterEach(() => focusManager.setFocused(undefined));

describe('an enquiry', () => {
  it('choosing a reply template fills the reply field of an enquiry with the sender’s name and the reference number', async () => {
    const { user, sent } = await open(enquiry(), { 'POST /api/staff/enquiries/7/replies': answered(enquiry()) });
    await user.selectOptions(await screen.findByLabelText('Insert a template'), 'Fees');
    const text = 'Dear Joy Roy, about LFE-7K3MQ9XD2A: the fee is ₹9,000.';
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reply').value).toBe(text);
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    await screen.findByText('Reply sent');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ text, seen: nothingSeen });
  });

  it('a reply to an enquiry stays in the form after a lost connection and is sent again under the same idempotency key', async () => {
    let tries = 0;
    const { user, sent } = await open(enquiry(), {
      'POST /api/staff/enquiries/7/replies': () => {
        tries += 1;
        return tries === 1 ? 'no answer' : answered(enquiry());
      },
    });
    await user.type(await screen.findByLabelText('Reply'), 'The fee is 9,000.');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    expect(await screen.findByText(/There is no connection to the server/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reply').value).toBe('The fee is 9,000.');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    await screen.findByText('Reply sent');
    const keys = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('adding an internal note to an enquiry empties the note field and keeps an unsent reply', async () => {
    let stored = enquiry();
    const { user } = await open(stored, {
      'GET /api/staff/enquiries/7': () => answered(stored),
      'POST /api/staff/enquiries/7/notes': () => {
        stored = enquiry({ entries: [entry({ kind: 'note', text: 'Asked accounts.' })] });
        return answered(stored);
      },
    });
    await user.type(await screen.findByLabelText('Reply'), 'The fee is');
    await user.type(screen.getByLabelText('Internal note'), 'Asked accounts.');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await screen.findByText('Internal note by Ravi Pillai');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reply').value).toBe('The fee is');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Internal note').value).toBe('');
  });

  it('sending a reply to an enquiry keeps an unsaved internal note, and the next reply uses a new idempotency key', async () => {
    let stored = enquiry();
    const { user, sent } = await open(stored, {
      'GET /api/staff/enquiries/7': () => answered(stored),
      'POST /api/staff/enquiries/7/replies': () => {
        stored = enquiry({ entries: [entry({ kind: 'reply', text: 'The fee is 9,000.', delivery: 'waiting' })] });
        return answered(stored);
      },
    });
    await user.type(await screen.findByLabelText('Internal note'), 'Ask accounts');
    const reply = screen.getByLabelText<HTMLTextAreaElement>('Reply');
    for (const text of ['The fee is 9,000.', 'It includes meals.']) {
      await user.type(reply, text);
      await user.click(screen.getByRole('button', { name: 'Send reply' }));
      await waitFor(() => expect(reply.value).toBe(''));
      await waitFor(() => expect(reply.readOnly).toBe(false));
    }
    expect(screen.getByLabelText<HTMLTextAreaElement>('Internal note').value).toBe('Ask accounts');
    expect(screen.getByText(/, being sent$/)).toBeTruthy();
    const replies = sent.filter(({ method }) => method === 'POST');
    expect(replies.map(({ body }) => body)).toEqual([
      { text: 'The fee is 9,000.', seen: nothingSeen },
      { text: 'It includes meals.', seen: { assigned_to: null, last_entry: 1 } },
    ]);
    expect(new Set(replies.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('an enquiry assigned to a former colleague shows this colleague’s name in “Assigned to” and can be assigned to nobody instead', async () => {
    const former = { id: '0190a000-0000-7000-8000-0000000000f1', name: 'Meera Iyer' };
    const { user, sent } = await open(enquiry({ assigned_to: former }), {
      'PUT /api/staff/enquiries/7': answered(enquiry()),
    });
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Assigned to' });
    await within(choice).findByRole('option', { name: 'Ravi Pillai' });
    expect(choice.selectedOptions[0]?.textContent).toBe('Meera Iyer');
    await user.selectOptions(choice, 'Nobody');
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ assigned_to: null }));
  });

  it('leaving an enquiry with an unsent reply and an unsaved note asks for confirmation for the reply and for the note', async () => {
    const { user, router } = await open(enquiry(), {
      'GET /api/staff/enquiries': answered([], { next: null, open: { received: 0, in_work: 0 } }),
    });
    await user.type(await screen.findByLabelText('Reply'), 'The fee is');
    await user.type(screen.getByLabelText('Internal note'), 'Ask accounts');
    const isAsked = async (name: string, choice: 'Leave' | 'Stay') => {
      const dialog = within(await screen.findByRole('dialog', { name }));
      await user.click(dialog.getByRole('button', { name: choice }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
    };
    await user.click(screen.getByRole('link', { name: 'All enquiries' }));
    await isAsked('Leave without sending the reply?', 'Leave');
    await isAsked('Leave without adding the note?', 'Stay');
    expect(router.state.location.pathname).toBe('/staff/enquiries/7');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reply').value).toBe('The fee is');
    await user.clear(screen.getByLabelText('Internal note'));
    await user.click(screen.getByRole('link', { name: 'All enquiries' }));
    await isAsked('Leave without sending the reply?', 'Leave');
    await waitFor(() => expect(router.state.location.pathname).toBe('/staff/enquiries'));
  });

  it('a staff member can assign an enquiry to themselves and close the enquiry', async () => {
    const { user, sent } = await open(enquiry(), { 'PUT /api/staff/enquiries/7': answered(enquiry()) });
    await user.click(await screen.findByRole('button', { name: 'Assign to me' }));
    await waitFor(() => expect(screen.getByLabelText('State').hasAttribute('disabled')).toBe(false));
    await user.selectOptions(screen.getByLabelText('State'), 'Closed');
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
        { assigned_to: staffId, seen: { assigned_to: null, state: 'received' } },
        { state: 'closed', seen: { assigned_to: null, state: 'received' } },
      ]),
    );
  });

  it('“Assign to me” fails for an enquiry that was just assigned to a colleague, and shows the colleague’s name', async () => {
    const meera = { id: '5c1d6b0e-2f0a-4a2c-9d0e-6f2f0a7c1b11', name: 'Meera Iyer' };
    const message = 'This enquiry has been assigned to Meera Iyer since you opened this page. Nothing was saved.';
    let stored = enquiry();
    const { user, sent } = await open(stored, {
      'GET /api/staff/enquiries/7': () => answered(stored),
      'GET /api/staff/enquiry-assignees': answered([me, meera]),
      'PUT /api/staff/enquiries/7': ({ body }) => {
        const { seen } = body as { seen: { assigned_to: string | null } };
        return seen.assigned_to === (stored.assigned_to?.id ?? null)
          ? answered(stored)
          : refusal(409, 'ASSIGNED_MEANWHILE', message);
      },
    });
    const assignee = await screen.findByLabelText<HTMLSelectElement>('Assigned to');
    await user.click(await screen.findByRole('button', { name: 'Assign to me' }));
    await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    stored = enquiry({ assigned_to: meera });
    await user.click(await screen.findByRole('button', { name: 'Assign to me' }));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await waitFor(() => expect(assignee.value).toBe(meera.id));
    await user.click(await screen.findByRole('button', { name: 'Assign to me' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('the state of an enquiry that a colleague has just changed is not overwritten, and the page shows the present state', async () => {
    const message = 'This enquiry has been set to “Answered” since you opened this page. Nothing was saved.';
    let stored = enquiry();
    const { user } = await open(stored, {
      'GET /api/staff/enquiries/7': () => answered(stored),
      'PUT /api/staff/enquiries/7': ({ body }) => {
        const { seen } = body as { seen: { state: string } };
        return seen.state === stored.state ? answered(stored) : refusal(409, 'STATE_CHANGED_MEANWHILE', message);
      },
    });
    const state = await screen.findByLabelText<HTMLSelectElement>('State');
    stored = enquiry({ state: 'answered' });
    await user.selectOptions(state, 'Closed');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await waitFor(() => expect(state.value).toBe('answered'));
    await user.selectOptions(state, 'Closed');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('a reply to an enquiry is not sent if a colleague has just replied, and the page shows the colleague’s reply', async () => {
    const message = 'Meera Iyer has replied to this enquiry since you opened this page. Nothing was sent.';
    let stored = enquiry();
    const { user, sent } = await open(stored, {
      'GET /api/staff/enquiries/7': () => answered(stored),
      'POST /api/staff/enquiries/7/replies': ({ body }) => {
        const { seen } = body as { seen: { last_entry: number | null } };
        if (seen.last_entry !== null) return answered(stored);
        stored = enquiry({ entries: [entry({ kind: 'reply', author: 'Meera Iyer', text: 'It is 9,000.' })] });
        return refusal(409, 'REPLIED_MEANWHILE', message);
      },
    });
    const reply = await screen.findByLabelText<HTMLTextAreaElement>('Reply');
    await user.type(reply, 'It is 8,000.');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await screen.findByText('Reply by Meera Iyer');
    expect(reply.value).toBe('It is 8,000.');
    await waitFor(() => expect(reply.readOnly).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    await screen.findByText('Reply sent');
    const replies = sent.filter(({ method }) => method === 'POST');
    expect(replies.map(({ body }) => body)).toMatchObject([{ seen: nothingSeen }, { seen: { last_entry: 1 } }]);
    expect(new Set(replies.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('after a lost response, a reply to an enquiry is sent again unchanged even if the page has been refreshed meanwhile', async () => {
    let stored = enquiry();
    let isLost = true;
    const { user, sent } = await open(stored, {
      'GET /api/staff/enquiries/7': () => answered(stored),
      'POST /api/staff/enquiries/7/replies': () => {
        stored = enquiry({ entries: [entry({ kind: 'reply', text: 'The fee is ₹9,000.', delivery: 'waiting' })] });
        return isLost ? 'no answer' : answered(stored);
      },
    });
    await user.type(await screen.findByLabelText('Reply'), 'The fee is ₹9,000.');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    await screen.findByRole('alert');
    expect(screen.queryByText('Reply by Ravi Pillai')).toBeNull();
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await screen.findByText('Reply by Ravi Pillai');
    isLost = false;
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    await screen.findByText('Reply sent');
    const [first, second] = sent.filter(({ method }) => method === 'POST');
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  it('the page of an enquiry labels replies and internal notes, and shows if a reply could not be delivered', async () => {
    await open(
      enquiry({
        entries: [
          entry({ id: 1, kind: 'note', text: 'Asked accounts.' }),
          entry({ id: 2, kind: 'reply', text: 'The fee is ₹9,000.', delivery: 'failed' }),
        ],
      }),
    );
    expect(await screen.findByText('Internal note by Ravi Pillai')).toBeTruthy();
    expect(screen.getByText('Reply by Ravi Pillai')).toBeTruthy();
    expect(screen.getByText(/could not be delivered/)).toBeTruthy();
  });

  it('the page of an anonymous grievance shows no sender and no reply form, but has a form for internal notes', async () => {
    const nobody = { name: null, subject: null, email: null, phone: null } as const;
    await open(enquiry({ kind: 'grievance', is_anonymous: true, ...nobody, text: 'The mess closes early.' }));
    expect(await screen.findByRole('heading', { name: 'Grievance from Anonymous' })).toBeTruthy();
    expect(screen.getByText('The mess closes early.')).toBeTruthy();
    expect(screen.queryByLabelText('Reply')).toBeNull();
    expect(screen.queryByText('Email')).toBeNull();
    expect(screen.getByLabelText('Internal note')).toBeTruthy();
  });

  it('an auditor can read an enquiry but not change it', async () => {
    await open(enquiry(), {}, 'auditor');
    await screen.findByText('How much?');
    for (const label of ['Reply', 'Internal note', 'State']) expect(screen.queryByLabelText(label)).toBeNull();
  });

  it('the enquiry page shows a message when the enquiry does not exist', async () => {
    await open(enquiry(), { 'GET /api/staff/enquiries/7': refusal(404, 'NOT_FOUND') });
    expect(await screen.findByText('There is no such enquiry.')).toBeTruthy();
  });
});

describe('the inbox', () => {
  const listed = (id: number, name: string) => {
    const { text: _, email: __, phone: ___, student: ____, entries: _____, ...rest } = enquiry({ id, name });
    return { ...rest, excerpt: 'How much?' };
  };

  it('the list of enquiries stores its status filter and search text in the URL', async () => {
    const { user, router } = await openConsole('/staff/enquiries', {
      'GET /api/staff/enquiries': answered([listed(7, 'Joy Roy'), listed(6, 'Dev')], {
        next: null,
        open: { received: 2, in_work: 0 },
      }),
    });
    expect(await screen.findByText('2 new, 0 in progress')).toBeTruthy();
    await user.keyboard('j');
    expect(document.activeElement?.textContent).toContain('Joy Roy');
    await user.selectOptions(screen.getByLabelText('State'), 'Not answered');
    await waitFor(() => expect(router.state.location.search).toEqual({ state: 'open' }));
    await user.selectOptions(screen.getByLabelText('State'), 'New');
    await waitFor(() => expect(router.state.location.search).toEqual({ state: 'received' }));
    await user.type(screen.getByRole('searchbox'), 'radar');
    await waitFor(() => expect(router.state.location.search).toEqual({ state: 'received', q: 'radar' }));
  });
});

describe('templates', () => {
  it('the form to change a reply template opens with the focus in the name field', async () => {
    const { user } = await openConsole('/staff/enquiries/templates', {
      'GET /api/staff/reply-templates': answered([template]),
    });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
  });

  it('leaving a changed reply template asks for confirmation, leaving an unchanged template does not', async () => {
    const { user, router } = await openConsole('/staff/enquiries/templates', {
      'GET /api/staff/reply-templates': answered([template, { ...template, id: 2, name: 'Dates' }]),
      'GET /api/staff/enquiries': answered([], { next: null, open: { received: 0, in_work: 0 } }),
    });
    const change = async (name: string) =>
      user.click(within(await screen.findByRole('region', { name })).getByRole('button', { name: 'Change' }));
    const nameField = () => screen.getByLabelText<HTMLInputElement>(/^Name/);
    const choose = async (choice: 'Leave' | 'Stay') => {
      const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving the template?' }));
      await user.click(dialog.getByRole('button', { name: choice }));
    };
    await change('Fees');
    await change('Dates');
    expect(nameField().value).toBe('Dates');
    await user.type(nameField(), ' of 2027');
    await change('Fees');
    await choose('Stay');
    expect(nameField().value).toBe('Dates of 2027');
    await user.click(screen.getByRole('button', { name: 'New template' }));
    await choose('Leave');
    await waitFor(() => expect(nameField().value).toBe(''));
    await user.type(nameField(), 'Rooms');
    await user.click(screen.getByRole('link', { name: 'All enquiries' }));
    await choose('Stay');
    expect(router.state.location.pathname).toBe('/staff/enquiries/templates');
    expect(nameField().value).toBe('Rooms');
  });

  it('a reply template that a colleague has changed is not overwritten unless the staff member saves again', async () => {
    const message = 'This template has changed since you opened it. Nothing was saved.';
    let stored = template;
    const { user, sent } = await openConsole('/staff/enquiries/templates', {
      'GET /api/staff/reply-templates': () => answered([stored]),
      'PUT /api/staff/reply-templates/1': ({ body }) => {
        const { seen } = body as { seen: { text: string } };
        return seen.text === stored.text ? answered(stored) : refusal(409, 'TEMPLATE_CHANGED', message, stored);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const text = screen.getByLabelText<HTMLTextAreaElement>(/^Text/);
    await user.clear(text);
    await user.type(text, 'Mine');
    stored = { ...template, name: 'Fees of 2027', text: 'Theirs' };
    await user.click(screen.getByRole('button', { name: 'Save template' }));
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    await screen.findByText('Theirs');
    expect(text.value).toBe('Mine');
    await user.click(screen.getByRole('button', { name: 'Save template' }));
    await screen.findByText('Template saved');
    const saved = sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(saved).toEqual([
      { name: 'Fees', text: 'Mine', seen: { name: 'Fees', text: template.text } },
      { name: 'Fees', text: 'Mine', seen: { name: 'Fees of 2027', text: 'Theirs' } },
    ]);
  });

  it('a template for replies to enquiries is deleted only after a confirmation', async () => {
    const { user, sent } = await openConsole('/staff/enquiries/templates', {
      'GET /api/staff/reply-templates': answered([template]),
      'DELETE /api/staff/reply-templates/1': { body: { statusCode: 200 } },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the template Fees?' });
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(
      [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete') ?? dialog,
    );
    await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
