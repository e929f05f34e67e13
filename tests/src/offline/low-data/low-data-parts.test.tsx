import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showTapped, withoutPictures } from '../../../../src/offline/low-data/content-pictures.ts';
import { FileSize } from '../../../../src/offline/low-data/file-size.tsx';
import { PictureOffer } from '../../../../src/offline/low-data/picture-offer.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

describe('a picture in the content of a page in low-data mode', () => {
  let stop: () => void;
  const link = () => screen.getByRole('link', { name: 'Show picture: A deck' });

  beforeEach(() => {
    document.body.innerHTML = withoutPictures(
      '<p>At sea <a href="/a">A link</a></p><img src="/deck.webp" alt="A deck">',
    );
    stop = showTapped(document.body);
  });
  afterEach(() => stop());

  it('in low-data mode, a tap on the link in place of a picture shows the picture with its description and focuses it', () => {
    expect(fireEvent.click(link())).toBe(false);
    const image = screen.getByRole<HTMLImageElement>('img', { name: 'A deck' });
    expect(new URL(image.src).pathname).toBe('/deck.webp');
    expect(document.activeElement).toBe(image);
    expect(screen.queryByRole('link', { name: /Show picture/ })).toBeNull();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
    'in low-data mode, a click with the modifier %j on the link in place of a picture is left to the browser, as on any other link',
    (keys) => {
      link().addEventListener('click', (event) => expect(event.defaultPrevented).toBe(false));
      fireEvent.click(link(), keys);
      expect(screen.queryByRole('img')).toBeNull();
    },
  );

  it('in low-data mode, a click beside the link of a picture does not show the picture, nor does a click after the handler was removed', () => {
    expect(fireEvent.click(screen.getByRole('link', { name: 'A link' }))).toBe(true);
    expect(fireEvent.click(screen.getByText('At sea'))).toBe(true);
    stop();
    fireEvent.click(link());
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('the size of a file', () => {
  const file = (headers: Record<string, string>, status = 200) =>
    vi.fn<typeof fetch>(async () => new Response(null, { status, headers }));

  async function sizeOf(url: string, send: typeof fetch): Promise<string | null> {
    vi.stubGlobal('fetch', send);
    await renderInPage(
      <p>
        PDF
        <FileSize url={url} />
      </p>,
      { api: answeringApi({}).api },
    );
    const link = await screen.findByText(/^PDF/);
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setTimeout(resolve));
    return link.textContent;
  }

  it('the size of a file on our server is requested without loading the file, and shown beside its link', async () => {
    const send = file({ 'content-length': '59392' });
    expect(await sizeOf('/files/syllabus.pdf', send)).toBe('PDF, 58 KB');
    expect(send).toHaveBeenCalledExactlyOnceWith('/files/syllabus.pdf', expect.objectContaining({ method: 'HEAD' }));
  });

  it.each([
    ['cannot be found', file({ 'content-length': '59392' }, 404)],
    ['has no known size', file({})],
  ])('no size is shown for a file that %s', async (_, send) => {
    expect(await sizeOf('/files/syllabus.pdf', send)).toBe('PDF');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('for two files on one page, the size of each file is shown beside its link', async () => {
    vi.stubGlobal('fetch', async (url: string) => {
      return new Response(null, { headers: { 'content-length': url === '/a.pdf' ? '59392' : '2048' } });
    });
    await renderInPage(
      <p>
        <FileSize url="/a.pdf" />
        <FileSize url="/b.pdf" />
      </p>,
      { api: answeringApi({}).api },
    );
    expect((await screen.findByText(/58 KB.*2 KB/)).textContent).toBe(', 58 KB, 2 KB');
  });

  it('for a file on another server, no request for the size is sent, and the link shows only the file type', async () => {
    const send = file({ 'content-length': '59392' });
    expect(await sizeOf('https://example.com/syllabus.pdf', send)).toBe('PDF');
    expect(send).not.toHaveBeenCalled();
  });
});

describe('the offer of a picture', () => {
  const path = '/media/campus/gate.png';
  const list = { id: 'pictures', hash: 'hash', answers: [], pictures: [{ path, hash: 'hash', bytes: 48_500 }] };
  const open = (url = path, name = 'The gate') =>
    renderInPage(<PictureOffer url={url} name={name} />, {
      api: answeringApi({ 'GET /api/offline/part/pictures': { body: { statusCode: 200, data: list } } }).api,
    });

  it('in low-data mode, the link in place of a picture says the picture’s name and size, and a click shows and focuses the picture', async () => {
    await open();
    const offer = await screen.findByRole('link', { name: /47/ });
    expect(offer.textContent).toBe('Show picture, 47\u00a0KB: The gate');
    expect(offer.getAttribute('href')).toBe(path);
    for (const keys of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) fireEvent.click(offer, keys);
    expect(screen.queryByRole('img')).toBeNull();
    fireEvent.click(offer);
    const image = screen.getByRole('img', { name: 'The gate' });
    expect(document.activeElement).toBe(image);
    expect(image.getAttribute('src')).toBe(path);
    expect(document.querySelector('source')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    fireEvent.error(image);
    expect(screen.getByRole('link').textContent).toContain('The picture could not be loaded. Show picture');
  });

  it('in low-data mode, the link in place of a picture leads to the picture file in the width that is saved for offline use', async () => {
    await open('/media/courses/fire-960.webp', '');
    const offer = await screen.findByRole('link', { name: 'Show picture' });
    expect(offer.textContent).toBe('Show picture');
    expect(offer.getAttribute('href')).toBe('/media/courses/fire-640.avif');
    fireEvent.click(offer);
    const source = document.querySelector('source');
    expect([source?.type, source?.srcset]).toEqual(['image/avif', '/media/courses/fire-640.avif']);
  });
});
