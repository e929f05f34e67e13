import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceStorage, Subject, setDeviceItem } from '../../../../src/offline/session/subject.ts';

let stop = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

/** Opens a page on which the student Asha is signed in. */
function openPage(): Subject {
  const subject = new Subject(localStorage);
  subject.enter('asha');
  stop = subject.follow(window);
  return subject;
}

const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

it('a page restored from the back/forward cache after a sign-out no longer counts as signed in', () => {
  const subject = openPage();
  localStorage.removeItem('landfall:subject');
  expect(subject.student).toBe('asha');
  comeBack();
  expect(subject.student).toBeNull();
});

it('a page restored from the back/forward cache switches to the student who has signed in meanwhile', () => {
  const subject = openPage();
  localStorage.setItem('landfall:subject', 'dev');
  comeBack();
  expect(subject.student).toBe('dev');
});

/** The browser’s event in this tab after another tab has changed the storage. */
const stored = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

it('a sign-in or sign-out in another tab changes the page’s signed-in student, and listeners get the previous student', () => {
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

it('after a page has stopped listening for other tabs, it ignores a sign-in in another tab', () => {
  const subject = openPage();
  localStorage.setItem('landfall:subject', 'dev');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(subject.student).toBe('asha');
  stop();
  comeBack();
  stored('landfall:subject', 'dev');
  expect(subject.student).toBe('asha');
});

it('a repeated sign-in of the same student notifies the listeners, but re-reading an unchanged student from storage does not', () => {
  const subject = openPage();
  const listener = vi.fn();
  subject.subscribe(listener);
  subject.refresh();
  expect(listener).not.toHaveBeenCalled();
  subject.enter('asha');
  expect(listener).toHaveBeenCalledExactlyOnceWith('asha');
});

it('the signed-in student’s id is stored on the device until the sign-out', () => {
  openPage();
  expect(new Subject(localStorage).student).toBe('asha');
  new Subject(localStorage).leave();
  expect(new Subject(localStorage).student).toBeNull();
});

it('a page whose browser blocks storage keeps the signed-in student in memory', () => {
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

it('setDeviceItem sets an item of localStorage, and causes no error if localStorage is full or blocked', () => {
  setDeviceItem('key', 'before');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  setDeviceItem('key', 'after');
  expect(full).toHaveBeenCalledExactlyOnceWith('key', 'after');
  expect(deviceStorage()?.getItem('key')).toBe('before');
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(deviceStorage()).toBeNull();
  expect(() => setDeviceItem('key', 'blocked')).not.toThrow();
});
