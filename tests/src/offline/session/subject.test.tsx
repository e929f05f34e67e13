import { afterEach, beforeEach, expect, it } from 'vitest';
import { Subject } from '../../../../src/offline/session/subject.ts';

let stop = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => stop());

/** A page that shows Asha. */
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
