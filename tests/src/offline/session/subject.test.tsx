import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Subject } from '../../../../src/offline/session/subject.ts';

let stop = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => stop());

/** Opens a page on which the student Asha is signed in. */
function openPage(): Subject {
  const subject = new Subject(localStorage);
  subject.enter('asha');
  stop = subject.follow(window);
  return subject;
}

const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

it('a page restored from the back/forward cache after a sign-out no longer shows the student', () => {
  const subject = openPage();
  localStorage.removeItem('landfall:subject');
  expect(subject.student).toBe('asha');
  comeBack();
  expect(subject.student).toBeNull();
});

it('a page restored from the back/forward cache shows the student who is signed in now', () => {
  const subject = openPage();
  localStorage.setItem('landfall:subject', 'dev');
  comeBack();
  expect(subject.student).toBe('dev');
});

/** The browser’s event in this tab after another tab has changed the storage. */
const stored = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

it('a page follows a sign-in and a sign-out in another tab, and passes the previous student to its listeners', () => {
  const subject = openPage();
  const before: (string | null)[] = [];
  subject.subscribe((student) => before.push(student));
  stored('landfall:other', 'nila');
  stored('landfall:subject', 'asha');
  expect(before).toEqual([]);
  stored('landfall:subject', 'dev');
  expect(subject.student).toBe('dev');
  stored('landfall:subject', null);
  expect(subject.student).toBeNull();
  expect(before).toEqual(['asha', 'dev']);
});

it('a page does not read the student again when it is first shown or after it has stopped following other tabs', () => {
  const subject = openPage();
  localStorage.setItem('landfall:subject', 'dev');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(subject.student).toBe('asha');
  stop();
  comeBack();
  stored('landfall:subject', 'dev');
  expect(subject.student).toBe('asha');
});

it('listeners are notified when the same student signs in again, but not when the page reads the same student from the device again', () => {
  const subject = openPage();
  const listener = vi.fn();
  subject.subscribe(listener);
  subject.refresh();
  expect(listener).not.toHaveBeenCalled();
  subject.enter('asha');
  expect(listener).toHaveBeenCalledExactlyOnceWith('asha');
});

it('the student is stored on the device until the sign-out', () => {
  openPage();
  expect(new Subject(localStorage).student).toBe('asha');
  new Subject(localStorage).leave();
  expect(new Subject(localStorage).student).toBeNull();
});

it('if the browser blocks storage, a page knows its student until the page is closed', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const storage = { getItem: blocked, setItem: blocked, removeItem: blocked } as unknown as Storage;
  for (const subject of [new Subject(storage), new Subject(null)]) {
    expect(subject.student).toBeNull();
    subject.enter('asha');
    expect(subject.student).toBe('asha');
    subject.leave();
    expect(subject.student).toBeNull();
  }
});
