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
  it('a course whose code is searched for comes before courses whose title begins with it', () => {
    expect(find('ecdis')).toEqual(['Electronic Chart Display and Information System', 'ECDIS Type-Specific Training']);
    expect(find(' r aff ')[0]).toBe('Refresher: Advanced Fire Fighting (R-AFF)');
  });

  it('an abbreviation in brackets in the title finds a course like its code', () => {
    expect(find('tasco')).toEqual(['Oil Tanker Operations (ATOTCO, TASCO)']);
  });

  it('a title that begins with the search comes before a title that contains its words', () => {
    expect(find('fire')).toEqual([
      'Fire Prevention and Fire Fighting (FPFF)',
      'Refresher: Advanced Fire Fighting (R-AFF)',
    ]);
  });

  it('a title that contains the words comes before other texts that contain them', () => {
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
  ])('the misspelled search "%s" finds %s', (query, title) => {
    expect(find(query)).toContain(title);
  });

  it('words are corrected only if no entry has a word that begins like them', () => {
    expect(find('tanke')).toEqual(['Oil Tanker Operations (ATOTCO, TASCO)']);
    expect(find('xyz')).toEqual([]);
    expect(find('pxt')).toEqual([]);
  });

  it('numbers are found by their beginning and never corrected', () => {
    expect(find('4500')).toEqual(['Fire Prevention and Fire Fighting (FPFF)']);
    expect(find('500')).toEqual([]);
    expect(find('4501')).toEqual([]);
  });

  it('entries that lack a word are found only if none has all words, and not if they lack most', () => {
    expect(find('oil survival')).toEqual([
      'Oil Tanker Operations (ATOTCO, TASCO)',
      'Personal Survival Techniques (PST)',
    ]);
    expect(find('survival techniques')).toEqual(['Personal Survival Techniques (PST)']);
    expect(find('qqqq wwww survival')).toEqual([]);
  });

  it('fewer than two letters, blanks and signs find nothing', () => {
    for (const query of ['', ' ', 'e', ' e ', '%', '_%', "' -- ;", '\u0000', '((((']) expect(find(query)).toEqual([]);
  });

  it('the number of results is limited', () => {
    expect(find('safety', 2)).toHaveLength(2);
  });

  it('a search of many words ends', () => {
    expect(find('zq '.repeat(500))).toEqual([]);
  });
});
