import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idempotencyHeader } from '../../../../contract/headers.ts';
import type { ContentKind } from '../../../../contract/staff/content.ts';
import type { StaffRole } from '../../../../contract/staff/permissions.ts';
import '../../../../src/staff/content/document-page.tsx';
import { focusOf, movableAxes } from '../../../../src/staff/content/fields/crop-position.ts';
import { failureBody } from '../../../support/answers.ts';
import { holdUploads } from '../../../support/upload-line.ts';
import { showConsole } from '../show-console.tsx';
import { opened } from './content-answers.ts';

const path = '/media/campus/pool-0123456789-640.webp';
let line: ReturnType<typeof holdUploads>;

// jsdom has no object URLs and no sizes of pictures.
beforeEach(() => {
  line = holdUploads();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  line.end();
  vi.restoreAllMocks();
});

function setSize(width: number, height: number) {
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(height);
}

const jpeg = (bytes = 'x') => new File([bytes], 'Pool at dusk.jpg', { type: 'image/jpeg' });

/** Opens a document and the dialog that uploads a picture for its field. */
async function openDialog({ kind = 'notices' as ContentKind } = {}) {
  const { user, inputsOf } = showConsole(`/staff/content/${kind}/1`, 'editor', {
    getContent: () => ({ data: opened() }),
    listContentPictures: () => ({ data: ['/media/campus/gate-640.webp'] }),
    saveContentDraft: () => ({ data: { revision: 1, by: 'Ravi Pillai', at: '2040-03-10T06:30:00.000Z' } }),
  });
  const button = await screen.findByRole('button', { name: 'Upload a picture: Picture' });
  await user.click(button);
  const element = await screen.findByRole('dialog', { name: 'Upload a picture' });
  const dialog = within(element);
  const choose = (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [file] } });
  };
  const upload = () => user.click(dialog.getByRole('button', { name: 'Upload' }));
  /** Chooses a picture of this size and sends it. */
  const send = async (width = 3000, height = 1000) => {
    setSize(width, height);
    choose(jpeg());
    fireEvent.load(await dialog.findByRole('img', { name: 'The part that pages show' }));
    await upload();
    return vi.waitUntil(() => line.sent.at(-1));
  };
  return { user, inputsOf, button, dialog, choose, upload, send };
}

const queryOf = ({ url }: { url: string }) => Object.fromEntries(new URL(url, 'http://localhost').searchParams);

it('pressing Enter in a picture field chooses the first picture that matches the typed text', async () => {
  const { user } = showConsole('/staff/content/notices/1', 'editor', {
    getContent: () => ({ data: opened() }),
    listContentPictures: () => ({ data: ['/media/campus/gate-640.webp', path] }),
    saveContentDraft: () => ({ data: { revision: 1, by: 'Ravi Pillai', at: '2040-03-10T06:30:00.000Z' } }),
  });
  const field = await screen.findByRole('combobox', { name: 'Picture' });
  await user.clear(field);
  await user.type(field, 'pool');
  await screen.findByRole('option', { name: path });
  await user.keyboard('{Enter}');
  expect(field).toHaveProperty('value', path);
});

describe('the upload of a picture for a document', () => {
  it('the picture field of a website text gets the path of an uploaded picture as its value', async () => {
    const { dialog, send, inputsOf, button } = await openDialog();
    const request = await send();
    expect([request.method, new URL(request.url, 'http://localhost').pathname]).toEqual([
      'POST',
      '/api/staff/content-pictures',
    ]);
    expect(queryOf(request)).toEqual({ name: 'Pool at dusk', folder: 'campus', focus_x: '50', focus_y: '50' });
    expect(request.body?.get('file')).toBeInstanceOf(File);
    request.progress(0.4);
    await dialog.findByText('Uploading: 40%');
    request.progress(1);
    await dialog.findByText('Making the sizes for pages…');
    request.answer({ body: { statusCode: 200, data: { path } } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const field = screen.getByRole('combobox', { name: 'Picture' });
    expect(field).toHaveProperty('value', path);
    expect(document.querySelector(`img[src="${path}"]`)).not.toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button));
    await waitFor(
      () => expect(inputsOf('saveContentDraft').at(-1)).toMatchObject({ body: { body: { picture: path } } }),
      { timeout: 5000 },
    );
  });

  it('before a wide picture is uploaded, a slider (usable by keyboard) sets which part of the picture is visible', async () => {
    const { user, dialog, choose, upload } = await openDialog({ kind: 'courses' });
    setSize(3200, 1000);
    choose(jpeg());
    fireEvent.load(await dialog.findByRole('img', { name: 'The part that pages show' }));
    const slider = await dialog.findByRole('slider', { name: 'Part that is shown, from left to right' });
    // The crop has the whole height of the picture, so there is no slider for up and down.
    expect(dialog.getAllByRole('slider')).toHaveLength(1);
    slider.focus();
    await user.keyboard('{Home}');
    await upload();
    const request = await vi.waitUntil(() => line.sent.at(-1));
    expect(queryOf(request)).toMatchObject({ folder: 'courses', focus_x: '25', focus_y: '50' });
  });

  it('a picture with the shape “people” may be as small as 500 × 500 pixels and is uploaded into the folder “people”', async () => {
    const { dialog, send } = await openDialog();
    fireEvent.change(dialog.getByRole('combobox', { name: 'Shape' }), { target: { value: 'people' } });
    expect(queryOf(await send(500, 500))).toMatchObject({ folder: 'people' });
  });

  it('the upload dialog opened for an author preselects the picture shape “people”', async () => {
    const { send } = await openDialog({ kind: 'authors' });
    const sent = await send(500, 500);
    expect(sent && queryOf(sent)).toMatchObject({ folder: 'people' });
  });

  it('the upload dialog shows why the server refused a picture, and can upload the same picture again', async () => {
    const { dialog, send, upload } = await openDialog();
    const request = await send();
    const text = 'The picture is damaged, animated or too large to read. Save it again as a JPEG and upload that.';
    request.answer({ status: 422, body: failureBody(422, 'UNREADABLE', text) });
    const alert = await dialog.findByRole('alert');
    within(alert).getByText(text);
    await upload();
    await vi.waitUntil(() => line.sent.length === 2);
    expect(line.sent[1]?.body?.get('file')).toBeInstanceOf(File);
  });

  it('a picture whose upload got no response is sent again under the same idempotency key', async () => {
    const { dialog, send, upload } = await openDialog();
    const request = await send();
    request.lose();
    await dialog.findByText('There is no connection to the server. Please try again.');
    await upload();
    await vi.waitUntil(() => line.sent.length === 2);
    expect(line.sent[1]?.headers.get(idempotencyHeader)).toBe(request.headers.get(idempotencyHeader));
  });

  it('cancelling the upload of a picture aborts the request and leaves the form’s picture field unchanged', async () => {
    const { user, dialog, send } = await openDialog();
    const request = await send();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(request.isAborted).toBe(true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('combobox', { name: 'Picture' })).toHaveProperty('value', '');
  });

  it('once a picture is chosen, the dialog to upload a picture asks for confirmation before it closes', async () => {
    const { user, dialog, choose } = await openDialog();
    setSize(3000, 1000);
    choose(jpeg());
    await dialog.findByRole('img', { name: 'The part that pages show' });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Pool at dusk');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('the dialog to upload a picture closes without asking for confirmation if no picture is chosen', async () => {
    const { user } = await openDialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['a text file', new File(['x'], 'notes.txt', { type: 'text/plain' }), 'This is no JPEG, PNG, WebP or AVIF picture'],
    ['a picture of more than 10 MB', jpeg('x'.repeat(10 * 1024 * 1024 + 1)), 'at most 10 MB can be uploaded'],
  ])('%s is not uploaded, and the dialog to upload a picture shows the reason', async (_, file, reason) => {
    const { dialog, choose, upload } = await openDialog();
    choose(file);
    await dialog.findByText(reason, { exact: false });
    await upload();
    expect(line.sent).toEqual([]);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: /^Picture/ }));
  });

  it('the dialog to upload a picture sends nothing if no picture is selected or the picture has too few pixels', async () => {
    const { dialog, choose, upload } = await openDialog();
    await upload();
    dialog.getByText('Choose a picture');
    setSize(800, 500);
    choose(jpeg());
    fireEvent.load(await dialog.findByRole('img', { name: 'The part that pages show' }));
    await dialog.findByText(/has 800 × 500 pixels, but 960 × 600 are needed/);
    await upload();
    expect(line.sent).toEqual([]);
  });

  it.each<[StaffRole]>([['auditor']])(
    'the staff role %s, which can only read content, sees no button to upload a picture',
    async (role) => {
      showConsole('/staff/content/notices/1', role, {
        getContent: () => ({ data: opened() }),
        listContentPictures: () => ({ data: [] }),
      });
      await screen.findByRole('combobox', { name: 'Picture' });
      expect(screen.queryByRole('button', { name: 'Upload a picture: Picture' })).toBeNull();
    },
  );
});

describe('the crop of a picture', () => {
  it('the crop of a picture can be moved only along the picture’s longer side', () => {
    const wide = { width: 3200, height: 1000 };
    expect(movableAxes(wide, 8 / 5)).toEqual({ across: true, down: false });
    expect(movableAxes({ width: 1000, height: 3000 }, 8 / 5)).toEqual({ across: false, down: true });
    expect(focusOf({ across: 0, down: 50 }, wide, 8 / 5)).toEqual({ focus_x: 25, focus_y: 50 });
    expect(focusOf({ across: 100, down: 50 }, wide, 8 / 5)).toEqual({ focus_x: 75, focus_y: 50 });
  });
});
