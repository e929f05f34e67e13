import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoticeCarousel } from '../../../src/home/notice-carousel.tsx';
import { mediaQuery } from '../../support/media-query.ts';

const notices = [1, 2, 3].map((id) => ({
  id,
  order: id,
  title: `Notice ${id}`,
  content: `<p>Text ${id}</p>`,
  date: '2026-11-01',
  expiryDate: '2027-01-01',
}));

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const shown = () => screen.getByRole('heading', { level: 3 }).textContent;

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
  it('shows what a notice says, as its content is written, and its date', () => {
    show();
    const notice = within(screen.getByRole('article'));
    expect(notice.getByText('Text 1').tagName).toBe('P');
    expect(notice.getByText('1 Nov 2026').getAttribute('datetime')).toBe('2026-11-01');
  });

  it('moves on every 3000 ms and begins again after the last', () => {
    show();
    expect(shown()).toBe('Notice 1');
    pass(2999);
    expect(shown()).toBe('Notice 1');
    pass(1);
    expect(shown()).toBe('Notice 2');
    pass(6000);
    expect(shown()).toBe('Notice 1');
  });

  it('waits 6000 ms after a hand moved it, then goes on', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Next notice' }));
    expect(shown()).toBe('Notice 2');
    pass(5999);
    expect(shown()).toBe('Notice 2');
    pass(1);
    pass(3000);
    expect(shown()).toBe('Notice 3');
  });

  it('waits 6000 ms from a pointer over it', () => {
    show();
    pass(2000);
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notices' }));
    pass(5999);
    expect(shown()).toBe('Notice 1');
    pass(1);
    pass(3000);
    expect(shown()).toBe('Notice 2');
  });

  it('goes back, goes by its dots and by the arrow keys', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Previous notice' }));
    expect(shown()).toBe('Notice 3');
    fireEvent.click(screen.getByRole('button', { name: 'Notice 2 of 3' }));
    expect(shown()).toBe('Notice 2');
    fireEvent.keyDown(screen.getByRole('button', { name: 'Next notice' }), { key: 'ArrowRight' });
    expect(shown()).toBe('Notice 3');
  });

  it('stops where a person stops it', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Stop moving notices' }));
    pass(30_000);
    expect(shown()).toBe('Notice 1');
    fireEvent.click(screen.getByRole('button', { name: 'Move notices' }));
    pass(3000);
    expect(shown()).toBe('Notice 2');
  });

  it('can be stopped by whoever comes with the keyboard, whose coming made it pause', () => {
    show();
    const stop = screen.getByRole('button', { name: 'Stop moving notices' });
    fireEvent.focus(stop);
    expect(stop.textContent).toBe('Stop moving notices');
    fireEvent.click(stop);
    expect(stop.textContent).toBe('Move notices');
    pass(30_000);
    expect(shown()).toBe('Notice 1');
  });

  it('does not move by itself for those who ask for no motion', () => {
    const asked = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => mediaQuery(query, query.includes('reduced-motion')));
    show();
    pass(30_000);
    expect(shown()).toBe('Notice 1');
    expect(screen.queryByRole('button', { name: 'Stop moving notices' })).toBeNull();
    asked.mockRestore();
  });
});
