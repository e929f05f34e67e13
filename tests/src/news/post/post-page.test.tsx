import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Post } from '../../../../contract/news.ts';
import { newsCategories } from '../../../../contract/news-categories.ts';
import { PostPage } from '../../../../src/news/post/post-page.tsx';
// The page loads this module lazily. Import it first, so that its load time does not count towards test timeouts.
import '../../../../src/ui/toasts/toast-region.tsx';
import { ToastHost } from '../../../../src/ui/toasts/toast-host.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { broken, event, post } from '../posts.ts';

const [blogs, events] = newsCategories;
const today = '2027-03-02';

async function open(shown: Post, category: (typeof newsCategories)[number] = blogs) {
  const { api } = answeringApi({ 'GET /wp-json/wp/v2/posts/41': { body: shown } });
  await renderInPage(
    <>
      <PostPage category={category} id={41} today={today} />
      <ToastHost />
    </>,
    { api },
  );
  await screen.findByRole('heading', { level: 1 });
}

describe('a post', () => {
  it('a news post shows its title, long date, author, reading time, all tags and a link back to the list', async () => {
    await open(post({ content: { rendered: `<p>${'word '.repeat(201)}</p>` } }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ropes & people');
    expect(screen.getByText('Wednesday, 3 February 2027').getAttribute('datetime')).toBe('2027-02-03');
    expect(screen.getByText('Asha & crew')).toBeTruthy();
    expect(screen.getByText('2 min read')).toBeTruthy();
    const tags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem');
    expect(tags.map((tag) => tag.textContent)).toEqual(['deck', 'R&D', 'third']);
    expect(screen.getByRole('link', { name: 'Back to blogs' }).getAttribute('href')).toBe('/blogs');
  });

  it('a news post shows the author’s avatar at 24 pixels, and an icon when the avatar fails to load', async () => {
    await open(post());
    const avatar = document.querySelector('img[src="/a-24.png"]');
    expect([avatar?.getAttribute('width'), avatar?.getAttribute('height')]).toEqual(['24', '24']);
    if (avatar) fireEvent.error(avatar);
    expect(document.querySelector('img[src="/a-24.png"]')).toBeNull();
    expect(document.querySelector('.avatar svg')).not.toBeNull();
  });

  it('a news post gives its picture a text alternative, and shows a placeholder when the picture fails to load', async () => {
    await open(post());
    fireEvent.error(screen.getByRole('img', { name: 'An anchor' }));
    expect(screen.queryByRole('img')).toBeNull();
    expect(document.querySelector('.cover')).not.toBeNull();
  });

  it('a news post for which WordPress returns errors instead of author and picture shows “Unknown Author” and a placeholder', async () => {
    await open(post({ _embedded: broken }));
    expect(screen.getByText('Unknown Author')).toBeTruthy();
    expect(document.querySelectorAll('article img')).toHaveLength(0);
    expect(document.querySelector('.cover')).not.toBeNull();
  });

  it('the post of an event shows the dates and the place of the event', async () => {
    await open(post({ meta: event, categories: [7] }), events);
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual(['1 Mar 2027 – 2 Mar 2027', 'Main Block']);
  });

  it('the post of an event shows its publication date only below the event’s details, with the word “Published”', async () => {
    await open(post({ meta: event, categories: [7] }), events);
    const published = screen.getByText('3 Feb 2027');
    expect(published.getAttribute('datetime')).toBe('2027-02-03');
    expect(published.closest('p')?.textContent).toBe('Published 3 Feb 2027');
    const place = screen.getByText('Main Block');
    expect(place.compareDocumentPosition(published) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.queryByText('Wednesday, 3 February 2027')).toBeNull();
  });

  it('the post of an event says that the event is over from the day after its last day', async () => {
    await open(post({ meta: { ...event, event_end: today }, categories: [7] }), events);
    expect(screen.queryByText('This event is over.')).toBeNull();
    cleanup();
    await open(post({ meta: { ...event, event_end: '2027-03-01' }, categories: [7] }), events);
    expect(screen.getByText('This event is over.')).toBeTruthy();
  });

  it('the post of an event shows the times of day and a link to a map', async () => {
    const meta = {
      ...event,
      event_start_time: '09:00',
      event_end_time: '13:00',
      event_map_link: 'https://maps.example.com/',
    };
    await open(post({ meta, categories: [7] }), events);
    const time = screen.getByText('1 Mar 2027 – 2 Mar 2027, 09:00 – 13:00');
    expect(time.getAttribute('datetime')).toBe('2027-03-01T09:00:00+05:30');
    expect(screen.getByRole('link', { name: 'Map' }).getAttribute('href')).toBe('https://maps.example.com/');
  });

  it('the post of an event offers a calendar file with its times in UTC, but not after the event is over', async () => {
    const files: Blob[] = [];
    Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} });
    const meta = {
      ...event,
      event_start_time: '09:00',
      event_end_time: '13:00',
      event_map_link: 'https://maps.example.com/',
    };
    await open(post({ meta, categories: [7] }), events);
    fireEvent.click(screen.getByRole('button', { name: 'Add to calendar' }));
    await expect.poll(() => files.length, { timeout: 10_000 }).toBe(1);
    const text = (await files[0]?.text())?.replaceAll('\r\n ', '');
    for (const line of [
      'UID:event-41@landfall',
      'DTSTART:20270301T033000Z',
      'DTEND:20270302T073000Z',
      'SUMMARY:Ropes & people',
      'LOCATION:Main Block',
    ])
      expect(text).toContain(line);
    expect(text).toContain('Map: https://maps.example.com/');
    cleanup();
    await open(post({ meta: { ...event, event_end: '2027-03-01' }, categories: [7] }), events);
    expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
  });
});

describe('sharing a post', () => {
  // React shows the lazy toast region at least 300 ms late, so the default timeout of one second may be too short.
  const findToast = (text: string | RegExp) => screen.findByText(text, {}, { timeout: 10_000 });
  const replaced: Partial<Record<'share' | 'clipboard', unknown>> = {};
  const replace = (name: keyof typeof replaced, value: unknown) => {
    replaced[name] = value;
    Object.defineProperty(navigator, name, { value, configurable: true });
  };
  afterEach(() => {
    for (const name of Object.keys(replaced)) Reflect.deleteProperty(navigator, name);
  });

  it('sharing a news post opens the share sheet of a device that has one', async () => {
    const share = vi.fn(async () => {});
    replace('share', share);
    await open(post());
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ title: 'Ropes & people', url: window.location.href });
  });

  it('sharing a news post copies the link on a device without a share sheet, and confirms that the link was copied', async () => {
    const writeText = vi.fn(async () => {});
    replace('clipboard', { writeText });
    await open(post());
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(await findToast('Link copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(window.location.href);
  });

  it('sharing a news post shows the link when it cannot be copied', async () => {
    replace('clipboard', { writeText: () => Promise.reject(new Error('not allowed')) });
    await open(post());
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect((await findToast(/^Copy this address: /)).textContent).toContain(window.location.href);
  });
});
