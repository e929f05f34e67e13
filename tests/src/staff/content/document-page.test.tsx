import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StaffRole } from '../../../../contract/staff/permissions.ts';
import '../../../../src/staff/content/document-page.tsx';
import { ApiError } from '../../../../src/lib/api.ts';
import { failureBody } from '../../../support/answers.ts';
import { showConsole } from '../show-console.tsx';
import { checked, draftOf, findPublishDialog, opened, published } from './content-answers.ts';

const at = '2040-03-10T06:30:00.000Z';
const saved = (revision: number) => ({ data: { revision, by: 'Ravi Pillai', at } });
const refusedBy = (endpoint: string, code: string, message: string, draft?: ReturnType<typeof draftOf> | null) =>
  new ApiError('refused', message, 409, { endpoint, failure: failureBody(409, code, message, draft) });
const changedByOther = (endpoint: string, draft: ReturnType<typeof draftOf> | null) =>
  refusedBy(endpoint, 'DRAFT_CHANGED', 'Somebody else has changed this draft.', draft);

type Answers = Parameters<typeof showConsole>[2];

/** Opens a notice with the published state and, if given, the draft of the test. */
async function open(
  answers: Answers = {},
  draft: ReturnType<typeof draftOf> | null = null,
  role: StaffRole = 'editor',
) {
  const shown = showConsole('/staff/content/notices/1', role, {
    getContent: () => ({ data: opened(draft) }),
    listContentPictures: () => ({ data: [] }),
    saveContentDraft: () => saved(1),
    checkContentDraft: () => ({ data: checked }),
    listContentVersions: () => ({ data: [] }),
    ...answers,
  });
  await screen.findByRole('heading', { level: 1, name: 'Pool closed' });
  return shown;
}

const titleField = () => screen.getByRole('textbox', { name: 'Title' });
/** Types without pauses between keys. */
const setTitle = (value: string) => fireEvent.change(titleField(), { target: { value } });

describe('the form of a document', () => {
  it('the form to edit a website text automatically saves changes as a draft and shows “Draft saved”', async () => {
    const { inputsOf } = await open();
    screen.getByText('Published');
    expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull();
    setTitle('Pool closed!');
    screen.getByText('Saving…');
    await screen.findByText('Draft saved. Visitors do not see it yet.', {}, { timeout: 5000 });
    expect(inputsOf('saveContentDraft')).toEqual([
      {
        params: { kind: 'notices', id: '1' },
        body: { revision: 0, body: { ...published, title: 'Pool closed!' }, published: 'hash' },
      },
    ]);
    screen.getByRole('button', { name: 'Publish…' });
  });

  it('in the form to edit a website text, list items can be added and moved', async () => {
    const { inputsOf, user } = await open(
      {},
      draftOf({ expires: '2040-03-20', links: [{ label: 'One', url: '/one' }] }),
    );
    await user.click(screen.getByRole('button', { name: 'Add to links' }));
    const second = screen.getByRole('group', { name: 'Links 2' });
    await waitFor(() => expect(document.activeElement).toBe(within(second).getByRole('textbox', { name: 'Label' })));
    fireEvent.change(within(second).getByRole('textbox', { name: 'Label' }), { target: { value: 'Two' } });
    await user.click(screen.getByRole('button', { name: 'Move Links 2 up' }));
    // The entry is now the first, so it can only be moved down again.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Links 1 down' })));
    fireEvent.change(screen.getByLabelText('Shown until'), { target: { value: '' } });
    await waitFor(
      () =>
        expect(inputsOf('saveContentDraft').at(-1)).toMatchObject({
          body: {
            revision: 1,
            body: {
              ...published,
              links: [
                { label: 'Two', url: '' },
                { label: 'One', url: '/one' },
              ],
            },
          },
        }),
      { timeout: 5000 },
    );
    const { body } = inputsOf('saveContentDraft').at(-1) as { body: { body: object } };
    expect(body.body).not.toHaveProperty('expires');
  });

  it('the form to edit a website text shows an error and a button “Save again” when the draft could not be saved', async () => {
    let attempts = 0;
    const { user } = await open({
      saveContentDraft() {
        attempts += 1;
        if (attempts === 1) throw new ApiError('offline', 'Failed to fetch');
        return saved(1);
      },
    });
    setTitle('Pool closed!');
    await screen.findByText(/^Not saved: There is no connection/, {}, { timeout: 5000 });
    await user.click(screen.getByRole('button', { name: 'Save again' }));
    await screen.findByText('Draft saved. Visitors do not see it yet.');
  });

  it('an auditor can read a website text in the form, but not edit the text', async () => {
    await open({}, null, 'auditor');
    expect(titleField()).toHaveProperty('readOnly', true);
    for (const name of [/^Add/, /^Publish/, /^Take off/, /^Discard/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('two editors of one draft', () => {
  const theirs = draftOf({ title: 'Pool open on Monday' }, { revision: 2 });
  async function typeInto() {
    let isRefused = false;
    const shown = await open({
      getContent: () => ({ data: opened(isRefused ? theirs : null) }),
      saveContentDraft() {
        if (isRefused) return saved(3);
        isRefused = true;
        throw changedByOther('saveContentDraft', theirs);
      },
    });
    setTitle('Pool closed now');
    await screen.findByText(/^Esha Kurian saved this draft/, {}, { timeout: 5000 });
    return shown;
  }

  it('when two editors change the same draft, the second to save sees the differences and can keep their own version', async () => {
    const { inputsOf, user } = await typeInto();
    screen.getByText('Title: theirs is “Pool open on Monday”, yours is “Pool closed now”');
    expect(titleField()).toHaveProperty('value', 'Pool closed now');
    expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(inputsOf('saveContentDraft')).toHaveLength(2), { timeout: 5000 });
    expect(inputsOf('saveContentDraft')[1]).toMatchObject({
      body: { revision: 2, body: { title: 'Pool closed now' } },
    });
  });

  it('after a colleague has published a text, “Keep mine” saves the editor’s draft together with the earlier version on which it is based', async () => {
    let isRefused = false;
    const { inputsOf, user } = await open({
      saveContentDraft() {
        if (isRefused) return saved(3);
        isRefused = true;
        throw changedByOther('saveContentDraft', null);
      },
    });
    setTitle('Pool closed now');
    await screen.findByText(/^Somebody else has published this or discarded its draft/, {}, { timeout: 5000 });
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(inputsOf('saveContentDraft')).toHaveLength(2), { timeout: 5000 });
    expect(inputsOf('saveContentDraft')[1]).toMatchObject({
      body: { revision: 0, published: 'hash', base: published, body: { title: 'Pool closed now' } },
    });
  });

  it('when two editors change the same draft, the second to save can use the other editor’s version', async () => {
    const { user } = await typeInto();
    await user.click(screen.getByRole('button', { name: 'Use theirs' }));
    await waitFor(() => expect(screen.queryByText(/^Esha Kurian saved this draft/)).toBeNull());
    await waitFor(() => expect(titleField()).toHaveProperty('value', 'Pool open on Monday'));
  });
});

describe('publishing', () => {
  const draft = draftOf({ title: 'Pool open' });
  const openDialog = async (answers: Answers = {}) => {
    const shown = await open({ publishContent: () => ({}), ...answers }, draft);
    await shown.user.click(screen.getByRole('button', { name: 'Publish…' }));
    return { ...shown, dialog: await findPublishDialog() };
  };

  it('the publish dialog shows the draft’s changes and their consequences, and can publish the draft at once', async () => {
    const { dialog, inputsOf, user } = await openDialog();
    within(dialog).getByText('Pool open');
    within(dialog).getByText('20 Mar 2040');
    within(dialog).getByText('Home shows the notice until the end of 20 Mar 2040.');
    await user.click(within(dialog).getByRole('button', { name: 'Publish now' }));
    await waitFor(() =>
      expect(inputsOf('publishContent')).toEqual([
        { params: { kind: 'notices', id: '1' }, body: { revision: 1, published: 'hash', publish_at: null } },
      ]),
    );
  });

  it('a draft can be scheduled for publication at a day and time in Indian time', async () => {
    const { dialog, inputsOf, user } = await openDialog();
    await user.click(await within(dialog).findByRole('radio', { name: 'At a time' }));
    await user.click(within(dialog).getByRole('button', { name: 'Publish at this time' }));
    within(dialog).getByText('Choose a day and a time');
    fireEvent.change(within(dialog).getByLabelText('Day and time'), { target: { value: '2040-04-01T09:00' } });
    await user.click(within(dialog).getByRole('button', { name: 'Publish at this time' }));
    await waitFor(() =>
      expect(inputsOf('publishContent')[0]).toMatchObject({ body: { publish_at: '2040-04-01T03:30:00.000Z' } }),
    );
    await screen.findByText('The time is set');
  });

  it('the publish dialog offers no choice of time for a text with its own effective date, and the toast shows this date', async () => {
    const { dialog, inputsOf, user } = await openDialog({
      checkContentDraft: () => ({
        data: { ...checked, takes_effect_at: '2040-04-01T18:30:00.000Z', may_choose_time: false },
      }),
    });
    expect(within(dialog).queryByRole('radio', { name: 'At a time' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Publish on this day' }));
    await screen.findByText(/^It takes effect on 2 Apr 2040[^.]*$/);
    expect(inputsOf('publishContent')[0]).toMatchObject({ body: { publish_at: null } });
  });

  it('a text that takes effect today can only be published at once, without a choice of time', async () => {
    const { dialog, user } = await openDialog({
      checkContentDraft: () => ({ data: { ...checked, may_choose_time: false } }),
    });
    expect(within(dialog).queryByRole('radio', { name: 'At a time' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Publish now' }));
    await screen.findByText('Published');
  });

  it('in the publish dialog of changed terms, “Students must accept this version” is ticked, and the editor can untick this box', async () => {
    const { dialog, inputsOf, user } = await openDialog({
      checkContentDraft: () => ({ data: { ...checked, is_accepted: true } }),
      publishContent() {
        throw refusedBy('publishContent', 'DRAFT_CHANGED', 'Somebody else has changed this draft.');
      },
    });
    const tick = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: /^Students must accept this version/ });
    expect(tick.checked).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Publish now' }));
    await within(dialog).findByText('Somebody else has changed this draft.');
    await user.click(tick);
    await user.click(within(dialog).getByRole('button', { name: 'Publish now' }));
    await waitFor(() => expect(inputsOf('publishContent')).toHaveLength(2));
    const choices = inputsOf('publishContent').map(({ body }) => (body as { must_accept?: boolean }).must_accept);
    expect(choices).toEqual([true, false]);
  });

  it('the publish dialog has no box “Students must accept this version” for a text that students need not accept', async () => {
    const { dialog } = await openDialog();
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
  });

  it('a draft whose changes need a reason is not published until a reason is entered', async () => {
    const { dialog, inputsOf, user } = await openDialog({
      checkContentDraft: () => ({ data: { ...checked, needs_reason: true } }),
    });
    await user.click(await within(dialog).findByRole('button', { name: 'Publish now' }));
    within(dialog).getByText('Say why, in a few words');
    expect(inputsOf('publishContent')).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'as the board decided' } });
    await user.click(within(dialog).getByRole('button', { name: 'Publish now' }));
    await waitFor(() =>
      expect(inputsOf('publishContent')[0]).toMatchObject({ body: { reason: 'as the board decided' } }),
    );
  });

  it('the publish dialog shows what other editors have published since the draft was begun', async () => {
    const change = { path: 'title', label: 'Title', before: 'Pool closed', after: 'Pool closed for good' };
    const { dialog } = await openDialog({
      checkContentDraft: () => ({ data: { ...checked, changed_meanwhile: [change] } }),
    });
    await within(dialog).findByText('This was published after your draft was begun. Your draft replaces it:');
    within(dialog).getByText(/for good$/);
  });

  it('the publish dialog of a draft with errors has a button that shows the errors in the form', async () => {
    const { dialog, user } = await openDialog({
      checkContentDraft: () => ({
        data: { ...checked, faults: [{ path: 'title', label: 'Title', reason: 'is too long' }] },
      }),
    });
    await user.click(await within(dialog).findByRole('button', { name: 'Show them in the form' }));
    await waitFor(() => expect(titleField().getAttribute('aria-invalid')).toBe('true'));
    screen.getByText('Title is too long');
  });

  it('a draft that is scheduled for publication cannot be edited until the schedule is cancelled', async () => {
    const { inputsOf, user } = await open(
      { unscheduleContent: () => ({}) },
      draftOf({ title: 'Pool open' }, { publish_at: '2040-04-01T03:30:00.000Z' }),
    );
    screen.getByText(/^This draft is published on 1 Apr 2040/);
    expect(titleField()).toHaveProperty('readOnly', true);
    await user.click(screen.getByRole('button', { name: 'Cancel the time' }));
    await waitFor(() => expect(inputsOf('unscheduleContent')).toHaveLength(1));
  });

  it.each([
    ['is published', { title: 'Sail making' }, 'Discard draft', /What is published stays\./],
    ['is not published', null, 'Delete draft', /^All that was entered is deleted/],
  ])(
    'for a website text that %s, the dialog to discard the draft says what will be lost',
    async (_, published, button, text) => {
      const { user } = await open({ getContent: () => ({ data: { ...opened(draft), published } }) }, draft);
      await user.click(await screen.findByRole('button', { name: button }));
      const dialog = within(await screen.findByRole('dialog', { name: `${button.replace(' ', ' this ')}?` }));
      dialog.getByText(text);
      expect(dialog.queryAllByText(/published/)).toHaveLength(published ? 1 : 0);
    },
  );

  it('discarding a draft is refused if a colleague has just scheduled the draft for publication', async () => {
    const message = 'This draft has a time at which it is published. Cancel the time first.';
    let isScheduled = false;
    const { user } = await open(
      {
        getContent: () => ({
          data: opened(isScheduled ? { ...draft, publish_at: '2040-04-01T03:30:00.000Z' } : draft),
        }),
        discardContentDraft() {
          isScheduled = true;
          throw refusedBy('discardContentDraft', 'DRAFT_SCHEDULED', message);
        },
      },
      draft,
    );
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this draft?' });
    await user.click(within(dialog).getByRole('button', { name: 'Discard draft' }));
    await within(dialog).findByText(message);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await screen.findByText(/^This draft is published on 1 Apr 2040/);
    screen.getByRole('button', { name: 'Cancel the time' });
  });
});

describe('history and preview', () => {
  const version = {
    ...{ id: 7, by: 'Esha Kurian', at, reason: 'as agreed', is_published: true, must_accept: false },
    changes: checked.changes,
  };

  it('the history of a website text says which versions students must accept again', async () => {
    const versions = [{ ...version, id: 8, must_accept: true }, version];
    const { user } = await open({ listContentVersions: () => ({ data: versions }) });
    await user.click(screen.getByRole('tab', { name: 'History' }));
    expect(await screen.findAllByText('Reason: as agreed')).toHaveLength(2);
    expect(screen.getAllByText('Students must accept this version again.')).toHaveLength(1);
  });

  it('restoring an earlier version of a website text asks for confirmation before it replaces the current draft', async () => {
    const { inputsOf, user } = await open(
      { listContentVersions: () => ({ data: [version] }), restoreContent: () => ({}) },
      draftOf({ title: 'Pool open' }),
    );
    await user.click(screen.getByRole('tab', { name: 'History' }));
    await user.click(await screen.findByRole('button', { name: 'Restore the state before' }));
    expect(inputsOf('restoreContent')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Replace the draft' }));
    await waitFor(() =>
      expect(inputsOf('restoreContent')).toEqual([
        { params: { kind: 'notices', id: '1' }, body: { revision: 1, version: 7, state: 'before' } },
      ]),
    );
  });

  describe('when a colleague has saved a draft meanwhile', () => {
    const theirs = draftOf({ title: 'Pool open on Monday' }, { revision: 4 });
    async function restore() {
      let isSaved = false;
      const shown = await open({
        getContent: () => ({ data: opened(isSaved ? theirs : null) }),
        listContentVersions: () => ({ data: [version] }),
        restoreContent({ body }) {
          if ((body as { revision: number }).revision === theirs.revision) return {};
          isSaved = true;
          throw changedByOther('restoreContent', theirs);
        },
      });
      await shown.user.click(screen.getByRole('tab', { name: 'History' }));
      await shown.user.click(await screen.findByRole('button', { name: 'Restore the state before' }));
      const dialog = await screen.findByRole('dialog', { name: 'Replace the draft?' });
      within(dialog).getByText(/^Esha Kurian saved a draft on 10 Mar 2040/);
      return { ...shown, dialog };
    }
    const revisions = (inputs: unknown[]) =>
      inputs.map((input) => (input as { body: { revision: number } }).body.revision);

    it('an editor who restores an earlier version can choose to keep the new draft that a colleague has just saved', async () => {
      const { dialog, inputsOf, user } = await restore();
      await user.click(within(dialog).getByRole('button', { name: 'Keep the draft' }));
      await waitFor(() => expect(titleField()).toHaveProperty('value', 'Pool open on Monday'));
      expect(revisions(inputsOf('restoreContent'))).toEqual([0]);
    });

    it('restoring an earlier version replaces a colleague’s new draft only if the editor chooses “Replace the draft”', async () => {
      const { dialog, inputsOf, user } = await restore();
      await user.click(within(dialog).getByRole('button', { name: 'Replace the draft' }));
      await waitFor(() => expect(revisions(inputsOf('restoreContent'))).toEqual([0, 4]));
    });
  });

  it('the preview of a draft is an iframe in which scripts cannot run', async () => {
    const { user } = await open({ previewContent: () => ({ data: { page: '/', html: '<h1>Pool</h1>' } }) });
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    const frame = await screen.findByTitle('Preview');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
    expect(frame.getAttribute('srcdoc')).toContain('Pool');
    await user.click(screen.getByRole('radio', { name: 'Desktop' }));
    expect(frame.getAttribute('width')).toBe('1280');
  });

  it('the preview of an author whom no post names says that the author is not shown on any page', async () => {
    const message = 'This document has no page of its own to preview.';
    const { user } = showConsole('/staff/content/authors/7', 'editor', {
      getContent: () => ({ data: { ...opened(), title: 'Meera Nair' } }),
      listContentPictures: () => ({ data: [] }),
      previewContent: () => {
        throw new ApiError('refused', message, 503, {
          endpoint: 'previewContent',
          failure: failureBody(503, 'PREVIEW_UNAVAILABLE', message),
        });
      },
    });
    await user.click(await screen.findByRole('tab', { name: 'Preview' }));
    await screen.findByText('No post names this author yet, so no page shows the name and the picture.');
  });

  it('a notice is not taken off the website until the editor enters a reason', async () => {
    const { inputsOf, user } = await open({ removeContent: () => ({}) });
    await user.click(screen.getByRole('button', { name: 'Take off the site' }));
    const dialog = await screen.findByRole('dialog', { name: 'Take this off the site?' });
    await user.click(within(dialog).getByRole('button', { name: 'Take off the site' }));
    within(dialog).getByText('Say why, in a few words');
    fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'no longer true' } });
    await user.click(within(dialog).getByRole('button', { name: 'Take off the site' }));
    await waitFor(() => expect(inputsOf('removeContent')[0]).toMatchObject({ body: { reason: 'no longer true' } }));
  });

  it('the dialog to take a notice off the website warns that the unpublished draft is deleted as well', async () => {
    const { inputsOf, user } = await open({ removeContent: () => ({}) });
    setTitle('Pool closed!');
    await user.click(screen.getByRole('button', { name: 'Take off the site' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take this off the site?' }));
    expect(inputsOf('saveContentDraft')).toHaveLength(1);
    dialog.getByText('Your draft, which is not published, is deleted too.');
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'no longer true' } });
    await user.click(dialog.getByRole('button', { name: 'Take off the site' }));
    await waitFor(() =>
      expect(inputsOf('removeContent')[0]).toMatchObject({ body: { revision: 1, reason: 'no longer true' } }),
    );
  });

  it('taking a notice off the website needs a second click if a colleague’s new draft would be deleted as well', async () => {
    const theirs = draftOf({ title: 'Pool open on Monday' }, { revision: 4 });
    const { inputsOf, user } = await open({
      removeContent({ body }) {
        if ((body as { revision: number }).revision === theirs.revision) return {};
        throw changedByOther('removeContent', theirs);
      },
    });
    await user.click(screen.getByRole('button', { name: 'Take off the site' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take this off the site?' }));
    expect(dialog.queryByText(/is deleted too/)).toBeNull();
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'no longer true' } });
    await user.click(dialog.getByRole('button', { name: 'Take off the site' }));
    await dialog.findByText(/^The draft that Esha Kurian saved on 10 Mar 2040, .* It is deleted too\.$/);
    await user.click(dialog.getByRole('button', { name: 'Take off the site' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(inputsOf('removeContent')).toMatchObject([{ body: { revision: 0 } }, { body: { revision: 4 } }]);
  });

  it('the dialog to remove a venue shows which course batches use the venue when the server refuses the removal', async () => {
    const inUse = 'This is the venue of these batches: Radar on 2040-05-07.';
    const { user } = showConsole('/staff/content/venues/pool', 'editor', {
      getContent: () => ({ data: { ...opened(), title: 'Pool' } }),
      removeContent: () => {
        throw new ApiError('refused', inUse, 409, {
          endpoint: 'removeContent',
          failure: failureBody(409, 'IN_USE', inUse),
        });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove venue' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove this venue?' });
    fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'sold' } });
    await user.click(within(dialog).getByRole('button', { name: 'Remove venue' }));
    await within(dialog).findByText('This is the venue of these batches: Radar on 7 May 2040.');
  });
});
