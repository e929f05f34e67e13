import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Student } from '../../../../../contract/student.ts';
import { PictureEditor } from '../../../../../src/student/profile/picture/picture-editor.tsx';
import { ToastHost } from '../../../../../src/ui/toasts/toast-host.tsx';
import { type Answered, answeringApi, failureBody, refusal } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { holdUploads } from '../../../../support/upload-line.ts';
import { profile, studentId } from '../../../checkout/orders.ts';

const url = '/api/files/6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0009';
let line: ReturnType<typeof holdUploads>;

// jsdom has no object URLs, picture sizes or canvas.
beforeEach(() => {
  line = holdUploads();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(3000);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(2000);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['x'], { type: type ?? '' })),
  );
});
afterEach(() => {
  line.end();
  vi.restoreAllMocks();
});

async function openEditor({ student = {}, saved = { body: { statusCode: 200 } } as Answered, isOffline = false } = {}) {
  const drawImage = vi.fn();
  const context = { fillRect: () => {}, drawImage } as Partial<CanvasRenderingContext2D>;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const { api, sent } = answeringApi({ [`PUT /api/users/student/${studentId}`]: saved });
  const known = profile(student as Partial<Student>);
  await renderInPage(
    <>
      <PictureEditor student={known} name="Asha Nair" chooseRef={createRef()} isOffline={isOffline} />
      <ToastHost />
    </>,
    { api },
  );
  return { sent, drawImage, person: userEvent.setup({ applyAccept: false, delay: null }) };
}

async function choosePicture(person: ReturnType<typeof userEvent.setup>, file: File) {
  await person.upload(screen.getByLabelText('Profile image'), file);
}

const jpeg = () => new File(['x'], 'me.jpg', { type: 'image/jpeg' });
const dialog = () => screen.findByRole('dialog', { name: 'Your picture' });

async function sendPicture(person: ReturnType<typeof userEvent.setup>) {
  await choosePicture(person, jpeg());
  const cropping = within(await dialog());
  fireEvent.load(cropping.getByRole('img'));
  await person.click(cropping.getByRole('button', { name: 'Use picture' }));
  return { cropping, request: await vi.waitUntil(() => line.sent.at(-1)) };
}

describe('the profile image', () => {
  it('the student’s initials are shown if there is no profile picture or the picture cannot be loaded', async () => {
    await openEditor();
    expect(screen.getByText('AN')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull();
    await openEditor({ student: { image_url: url } });
    fireEvent.error(screen.getByRole('img', { name: 'Your profile' }));
    expect(screen.getAllByText('AN').length).toBe(2);
  });

  it('the size limit of a profile picture has no line break between number and unit', async () => {
    await openEditor();
    expect(screen.getByText(/^JPG, PNG or WEBP/).textContent).toBe('JPG, PNG or WEBP, less than 10\u00a0MB.');
  });

  it.each([
    ['image/heic', 1, 'Only JPG, PNG, and WEBP images are allowed.'],
    ['image/png', 10 * 1024 * 1024, 'File size must be less than 10MB.'],
  ])(
    'the profile picture editor refuses to upload a file of the type %s with %i bytes: %s',
    async (type, size, text) => {
      const { person } = await openEditor();
      const file = new File(['x'], 'me', { type });
      Object.defineProperty(file, 'size', { value: size });
      await choosePicture(person, file);
      expect(screen.getByRole('alert').textContent).toBe(text);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('the profile picture editor crops a picture to a square, scales it down, uploads it and saves the profile', async () => {
    const { person, sent, drawImage } = await openEditor();
    const { cropping, request } = await sendPicture(person);
    expect(drawImage.mock.calls[0]?.slice(1)).toEqual([500, 0, 2000, 2000, 0, 0, 640, 640]);
    expect(request.url).toBe('/api/aws/image/aws-upload');
    expect(request.body?.get('file')).toMatchObject({ type: 'image/jpeg' });
    act(() => request.progress(0.25));
    expect(cropping.getByRole('progressbar', { name: 'Uploading your picture: 25%' })).toBeTruthy();
    request.answer({ body: { statusCode: 200, url } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ image_url: url });
    expect(await screen.findByText('Updated Successfully', undefined, { timeout: 4000 })).toBeTruthy();
  });

  it('the crop of a profile picture can be moved and zoomed with sliders', async () => {
    const { person, drawImage } = await openEditor();
    await choosePicture(person, jpeg());
    const cropping = within(await dialog());
    fireEvent.load(cropping.getByRole('img'));
    expect(cropping.getByRole<HTMLInputElement>('slider', { name: 'Top to bottom' }).disabled).toBe(true);
    fireEvent.change(cropping.getByRole('slider', { name: 'Zoom' }), { target: { value: '2' } });
    fireEvent.change(cropping.getByRole('slider', { name: 'Left to right' }), { target: { value: '1' } });
    fireEvent.change(cropping.getByRole('slider', { name: 'Top to bottom' }), { target: { value: '0' } });
    await person.click(cropping.getByRole('button', { name: 'Use picture' }));
    expect(drawImage.mock.calls[0]?.slice(1, 5)).toEqual([2000, 0, 1000, 1000]);
  });

  it('pressing Cancel aborts the upload of a profile picture, and nothing is saved', async () => {
    const { person, sent } = await openEditor();
    const { cropping, request } = await sendPicture(person);
    await person.click(cropping.getByRole('button', { name: 'Cancel' }));
    expect(request.isAborted).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it.each([
    ['a lost connection', 'lose', 'Network error.'],
    ['an error response', 'refuse', 'Failed to upload image.'],
    ['an unexpected response', 'garble', 'An error occurred.'],
  ] as const)('the profile picture editor can upload the selected picture again after %s', async (_, way, text) => {
    const { person } = await openEditor();
    const { cropping, request } = await sendPicture(person);
    if (way === 'lose') request.lose();
    if (way === 'refuse')
      request.answer({ status: 500, body: failureBody(500, 'INTERNAL_ERROR', 'Internal server error') });
    if (way === 'garble') request.answer({ body: { statusCode: 200 } });
    expect((await cropping.findByRole('alert')).textContent).toBe(`${text}Your picture is still here. Try again.`);
    await person.click(cropping.getByRole('button', { name: 'Use picture' }));
    await waitFor(() => expect(line.sent.length).toBe(2));
  });

  it('the profile picture editor shows an error when the picture was uploaded but could not be saved in the profile', async () => {
    const { person } = await openEditor({ saved: refusal(500, 'INTERNAL_ERROR') });
    const { cropping, request } = await sendPicture(person);
    request.answer({ body: { statusCode: 200, url } });
    expect((await cropping.findByRole('alert')).textContent).toContain('Something went wrong.');
  });

  it('the profile picture editor refuses a file that the browser cannot decode as a picture', async () => {
    const { person } = await openEditor();
    await choosePicture(person, jpeg());
    const cropping = within(await dialog());
    fireEvent.error(cropping.getByRole('img'));
    expect(cropping.getByRole('alert').textContent).toBe(
      'An error occurred.This picture cannot be read. Choose another.',
    );
    expect(cropping.getByRole<HTMLButtonElement>('button', { name: 'Use picture' }).disabled).toBe(true);
  });

  it('the button “Remove picture” asks for confirmation before it removes the profile picture', async () => {
    const { person, sent } = await openEditor({ student: { image_url: url } });
    await person.click(screen.getByRole('button', { name: 'Remove picture' }));
    const confirmation = within(await screen.findByRole('dialog', { name: 'Remove your picture?' }));
    expect(sent).toEqual([]);
    await person.click(confirmation.getByRole('button', { name: 'Remove picture' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ image_url: null }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The button that opened the confirmation is about to disappear.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change picture' }));
  });

  it('the buttons to change or remove the profile picture are disabled offline', async () => {
    await openEditor({ student: { image_url: url }, isOffline: true });
    for (const name of ['Change picture', 'Remove picture'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  });
});
