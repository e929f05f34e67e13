import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoticeCarousel } from '../../../../src/home/notices/notice-carousel.tsx';
import { mediaQuery } from '../../../support/media-query.ts';

const notices = [1, 2, 3].map((id) => ({
  id,
  order: id,
  title: `Notice ${id}`,
  content: `<p>Text ${id}</p>`,
  date: '2026-11-01',
  expiryDate: '2027-01-01',
}));

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const shownNotice = () => screen.getByRole('heading', { level: 3 }).textContent;

function show() {
  render(
    <MantineProvider>
      <NoticeCarousel notices={notices} today="2026-11-21" />
    </MantineProvider>,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the notice carousel', () => {
  it('the notice carousel shows a notice’s HTML content as elements, and its date', () => {
    show();
    const notice = within(screen.getByRole('article'));
    expect(notice.getByText('Text 1').tagName).toBe('P');
    expect(notice.getByText('1 Nov 2026').getAttribute('datetime')).toBe('2026-11-01');
  });

  it('the notice carousel advances every 3000 ms and starts over after the last notice', () => {
    show();
    expect(shownNotice()).toBe('Notice 1');
    advance(2999);
    expect(shownNotice()).toBe('Notice 1');
    advance(1);
    expect(shownNotice()).toBe('Notice 2');
    advance(6000);
    expect(shownNotice()).toBe('Notice 1');
  });

  it('the notice carousel pauses for 6000 ms after a manual change', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Next notice' }));
    expect(shownNotice()).toBe('Notice 2');
    advance(5999);
    expect(shownNotice()).toBe('Notice 2');
    advance(1);
    advance(3000);
    expect(shownNotice()).toBe('Notice 3');
  });

  it('the notice carousel pauses for 6000 ms after the pointer enters it', () => {
    show();
    advance(2000);
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notices' }));
    advance(5999);
    expect(shownNotice()).toBe('Notice 1');
    advance(1);
    advance(3000);
    expect(shownNotice()).toBe('Notice 2');
  });

  it('the notice carousel can be moved by its buttons, dots and arrow keys', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Previous notice' }));
    expect(shownNotice()).toBe('Notice 3');
    fireEvent.click(screen.getByRole('button', { name: 'Notice 2 of 3' }));
    expect(shownNotice()).toBe('Notice 2');
    fireEvent.keyDown(screen.getByRole('button', { name: 'Next notice' }), { key: 'ArrowRight' });
    expect(shownNotice()).toBe('Notice 3');
  });

  it('a button of the notice carousel stops its automatic advance and starts it again', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Stop moving notices' }));
    advance(30_000);
    expect(shownNotice()).toBe('Notice 1');
    fireEvent.click(screen.getByRole('button', { name: 'Start moving notices' }));
    advance(3000);
    expect(shownNotice()).toBe('Notice 2');
  });

  it('pressing the stop button stops the notice carousel even though the focus on the button has already paused the carousel', () => {
    show();
    const stop = screen.getByRole('button', { name: 'Stop moving notices' });
    fireEvent.focus(stop);
    expect(stop.textContent).toBe('Stop moving notices');
    fireEvent.click(stop);
    expect(stop.textContent).toBe('Start moving notices');
    advance(30_000);
    expect(shownNotice()).toBe('Notice 1');
  });

  it('the notice carousel does not advance when the reader prefers reduced motion', () => {
    const matchMedia = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => mediaQuery(query, query.includes('reduced-motion')));
    show();
    advance(30_000);
    expect(shownNotice()).toBe('Notice 1');
    expect(screen.queryByRole('button', { name: 'Stop moving notices' })).toBeNull();
    matchMedia.mockRestore();
  });
});
