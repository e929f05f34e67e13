import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Post } from '../../../contract/news.ts';
import { newsCategories } from '../../../contract/news-categories.ts';
import { PostPage } from '../../../src/news/post-page.tsx';
import { ToastHost } from '../../../src/ui/toast-host.tsx';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { broken, event, post } from './posts.ts';

const [blogs, events] = newsCategories;

async function open(shown: Post, category: (typeof newsCategories)[number] = blogs) {
  const { api } = answeringApi({ 'GET /wp-json/wp/v2/posts/41': { body: shown } });
  await renderInPage(
    <>
      <PostPage category={category} id={41} />
      <ToastHost />
    </>,
    { api },
  );
  await screen.findByRole('heading', { level: 1 });
}

describe('a post', () => {
  it('shows long date, title, author, read time, all tags and the article', async () => {
    await open(post({ content: { rendered: `<p>${'word '.repeat(201)}</p>` } }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ropes & people');
    expect(screen.getByText('Wednesday, 3 February 2027').getAttribute('datetime')).toBe('2027-02-03');
    expect(screen.getByText('Asha & crew')).toBeTruthy();
    expect(screen.getByText('2 min read')).toBeTruthy();
    const tags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem');
    expect(tags.map((tag) => tag.textContent)).toEqual(['deck', 'R&D', 'third']);
    expect(screen.getByRole('link', { name: 'Back to blogs' }).getAttribute('href')).toBe('/blogs');
  });

  it('shows the author’s avatar at size 24, and the drawn one where it is lost', async () => {
    await open(post());
    const avatar = document.querySelector('img[src="/a-24.png"]');
    expect([avatar?.getAttribute('width'), avatar?.getAttribute('height')]).toEqual(['24', '24']);
    if (avatar) fireEvent.error(avatar);
    expect(document.querySelector('img[src="/a-24.png"]')).toBeNull();
    expect(document.querySelector('.avatar svg')).not.toBeNull();
  });

  it('names its picture, and draws the house’s own where that is lost', async () => {
    await open(post());
    fireEvent.error(screen.getByRole('img', { name: 'An anchor' }));
    expect(screen.queryByRole('img')).toBeNull();
    expect(document.querySelector('.cover')).not.toBeNull();
  });

  it('says Unknown Author, and draws person and picture itself, where what is embedded is broken', async () => {
    await open(post({ _embedded: broken }));
    expect(screen.getByText('Unknown Author')).toBeTruthy();
    expect(document.querySelectorAll('article img')).toHaveLength(0);
    expect(document.querySelector('.cover')).not.toBeNull();
  });

  it('tells when and where of an event', async () => {
    await open(post({ meta: event, categories: [7] }), events);
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual(['1 Mar 2027 - 2 Mar 2027', 'Main Block']);
  });
});

describe('sharing', () => {
  const device: Partial<Record<'share' | 'clipboard', unknown>> = {};
  const equip = (name: keyof typeof device, value: unknown) => {
    device[name] = value;
    Object.defineProperty(navigator, name, { value, configurable: true });
  };
  afterEach(() => {
    for (const name of Object.keys(device)) Reflect.deleteProperty(navigator, name);
  });

  it('opens the device’s own sheet where it has one', async () => {
    const share = vi.fn(async () => {});
    equip('share', share);
    await open(post());
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ title: 'Ropes & people', url: window.location.href });
  });

  it('copies the link where it has none, and says so', async () => {
    const writeText = vi.fn(async () => {});
    equip('clipboard', { writeText });
    await open(post());
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(window.location.href);
  });

  it('shows the link where it cannot be copied', async () => {
    equip('clipboard', { writeText: () => Promise.reject(new Error('not allowed')) });
    await open(post());
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(screen.getByText(/could not be copied/).textContent).toContain(window.location.href));
  });
});
