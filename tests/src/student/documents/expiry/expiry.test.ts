import { describe, expect, it } from 'vitest';
import type { StudentDocument } from '../../../../../contract/documents.ts';
import { expiringBefore, expiryLabel, sortByExpiry } from '../../../../../src/student/documents/expiry/expiry.ts';

const today = '2026-03-10';
const named = (document_name: string, expires_on: string | null) => ({ document_name, expires_on }) as StudentDocument;

describe('the expiry label of a document', () => {
  it.each([
    ['2026-03-09', 'expired', 'Expired 9 Mar 2026'],
    ['2026-03-10', 'soon', 'Expires today'],
    ['2026-03-11', 'soon', 'Expires tomorrow'],
    ['2026-03-22', 'soon', 'Expires in 12 days'],
    ['2026-06-08', 'soon', 'Expires in 90 days'],
    ['2026-06-09', 'valid', 'Valid until 9 Jun 2026'],
  ])(
    'on 10 Mar 2026, a document that is valid until %s has the expiry status “%s” and the label: %s',
    (lastDay, tone, text) => {
      expect(expiryLabel(lastDay, today)).toEqual({ tone, text });
    },
  );

  it('a document without an expiry date has no expiry label', () => {
    expect(expiryLabel(null, today)).toBeNull();
  });
});

describe('documents that expire soon', () => {
  it('sortByExpiry returns two lists: expired documents, and documents that expire within 90 days', () => {
    const documents = [
      named('CDC', '2026-06-08'),
      named('Old', '2026-03-09'),
      named('Medical', '2026-03-12'),
      named('Passport', '2031-01-01'),
      named('Marks', null),
    ];
    const { expired, soon } = sortByExpiry(documents, today);
    expect(expired.map(({ document_name }) => document_name)).toEqual(['Old']);
    expect(soon.map(({ document_name }) => document_name)).toEqual(['Medical', 'CDC']);
  });
});

describe('documents that expire before a course ends', () => {
  it('expiringBefore returns each document with the courses that end after the document’s last valid day', () => {
    const courses = [
      { course: 'Fire Fighting', ends: '2026-12-03' },
      { course: 'Radar', ends: '2026-12-20' },
    ];
    const documents = [named('Medical', '2026-12-03'), named('CDC', '2026-12-20'), named('Marks', null)];
    expect(expiringBefore(documents, courses)).toEqual([{ document: documents[0], courses: [courses[1]] }]);
  });
});
