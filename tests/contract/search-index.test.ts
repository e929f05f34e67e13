import { describe, expect, it } from 'vitest';
import { type SearchEntry, SearchIndex } from '../../contract/search-index.ts';

function entry(title: string, { code = '', text = '' } = {}): SearchEntry {
  return { result: { kind: 'course', title, subtitle: '', url: `/${title}` }, codes: code ? [code] : [], text };
}

const index = new SearchIndex();
index.add([
  entry('ECDIS Type-Specific Training', { code: 'ECDIS-TS', text: 'navigation' }),
  entry('Electronic Chart Display and Information System', { code: 'ECDIS', text: 'navigation simulator' }),
  entry('Refresher: Advanced Fire Fighting (R-AFF)', { code: 'R-AFF' }),
  entry('Fire Prevention and Fire Fighting (FPFF)', { code: 'FPFF', text: 'safety, 4500 rupees' }),
  entry('Oil Tanker Operations (ATOTCO, TASCO)', { code: 'ATOTCO', text: 'safety' }),
  entry('Personal Survival Techniques (PST)', { code: 'PST', text: 'safety, café' }),
]);
const find = (query: string, limit = 20) => index.find(query, limit).map(({ title }) => title);

describe('the search index', () => {
  it('a search for a course code lists the course with that code before courses whose titles begin with the code', () => {
    expect(find('ecdis')).toEqual(['Electronic Chart Display and Information System', 'ECDIS Type-Specific Training']);
    expect(find(' r aff ')[0]).toBe('Refresher: Advanced Fire Fighting (R-AFF)');
  });

  it('a search finds a course by an abbreviation in brackets in its title', () => {
    expect(find('tasco')).toEqual(['Oil Tanker Operations (ATOTCO, TASCO)']);
  });

  it('a search lists a course whose title begins with the search text before a course whose title contains the text elsewhere', () => {
    expect(find('fire')).toEqual([
      'Fire Prevention and Fire Fighting (FPFF)',
      'Refresher: Advanced Fire Fighting (R-AFF)',
    ]);
  });

  it('a search lists a course whose title contains the search word before courses that contain it only in other texts', () => {
    index.add([entry('Safety first')]);
    expect(find('safety')[0]).toBe('Safety first');
    expect(find('safety')).toHaveLength(4);
  });

  it.each([
    ['fire figthing', 'Fire Prevention and Fire Fighting (FPFF)'],
    ['survial', 'Personal Survival Techniques (PST)'],
    ['persnal surival', 'Personal Survival Techniques (PST)'],
    ['electonic chrat', 'Electronic Chart Display and Information System'],
    ['ecids', 'Electronic Chart Display and Information System'],
    ['CAFE', 'Personal Survival Techniques (PST)'],
  ])('a search for “%s” finds %s in spite of spelling mistakes, capital letters or missing accents', (query, title) => {
    expect(find(query)).toContain(title);
  });

  it('the search corrects the spelling of a word only if no entry has a word that begins with it', () => {
    expect(find('tanke')).toEqual(['Oil Tanker Operations (ATOTCO, TASCO)']);
    expect(find('xyz')).toEqual([]);
    expect(find('pxt')).toEqual([]);
  });

  it('a search for a number finds entries with that number, but none with a longer number that contains it', () => {
    expect(find('4500')).toEqual(['Fire Prevention and Fire Fighting (FPFF)']);
    expect(find('500')).toEqual([]);
    expect(find('4501')).toEqual([]);
  });

  it('if no entry contains all search words, a search finds the entries that contain the most of them, and at least half', () => {
    expect(find('oil survival')).toEqual([
      'Oil Tanker Operations (ATOTCO, TASCO)',
      'Personal Survival Techniques (PST)',
    ]);
    expect(find('survival techniques')).toEqual(['Personal Survival Techniques (PST)']);
    expect(find('qqqq wwww survival')).toEqual([]);
  });

  it('a search with fewer than two letters or digits finds nothing', () => {
    for (const query of ['', ' ', 'e', ' e ', '%', '_%', "' -- ;", '\u0000', '((((']) expect(find(query)).toEqual([]);
  });

  it('a search returns no more results than the given limit', () => {
    expect(find('safety', 2)).toHaveLength(2);
  });

  it('a search for 500 words that match nothing ends within the time limit of the test and finds nothing', () => {
    expect(find('zq '.repeat(500))).toEqual([]);
  });
});
