import { describe, expect, it } from 'vitest';
import type { StudentDocument } from '../../../../contract/documents.ts';
import { endingBefore, endingSoon, expiryMark } from '../../../../src/student/documents/expiry.ts';

const today = '2026-03-10';
const named = (document_name: string, expires_on: string | null) => ({ document_name, expires_on }) as StudentDocument;

describe('the mark of a document', () => {
  it.each([
    ['2026-03-09', 'ended', 'Ended 9 Mar 2026'],
    ['2026-03-10', 'soon', 'Ends today'],
    ['2026-03-11', 'soon', 'Ends tomorrow'],
    ['2026-03-22', 'soon', 'Ends in 12 days'],
    ['2026-06-08', 'soon', 'Ends in 90 days'],
    ['2026-06-09', 'valid', 'Valid until 9 Jun 2026'],
  ])('with the last day %s is %s: %s', (lastDay, tone, text) => {
    expect(expiryMark(lastDay, today)).toEqual({ tone, text });
  });

  it('is none without a last day', () => {
    expect(expiryMark(null, today)).toBeNull();
  });
});

describe('documents that end soon', () => {
  it('are those within 90 days, the nearest first, without those that have ended', () => {
    const documents = [
      named('CDC', '2026-06-08'),
      named('Old', '2026-03-09'),
      named('Medical', '2026-03-12'),
      named('Passport', '2031-01-01'),
      named('Marks', null),
    ];
    expect(endingSoon(documents, today).map(({ document_name }) => document_name)).toEqual(['Medical', 'CDC']);
  });
});

describe('documents that end before a course does', () => {
  it('come with those courses; on the course’s last day a document still counts', () => {
    const courses = [
      { course: 'Fire Fighting', ends: '2026-12-03' },
      { course: 'Radar', ends: '2026-12-20' },
    ];
    const documents = [named('Medical', '2026-12-03'), named('CDC', '2026-12-20'), named('Marks', null)];
    expect(endingBefore(documents, courses)).toEqual([{ document: documents[0], courses: [courses[1]] }]);
  });
});
