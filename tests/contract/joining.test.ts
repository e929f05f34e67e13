import { describe, expect, it } from 'vitest';
import { instructionText, type JoiningCourse, joiningInstructions, missingDocuments } from '../../contract/joining.ts';

function course(course_name: string, change: Partial<JoiningCourse['joining']> = {}, place = '1 Quay Road') {
  const joining = {
    reporting_time: '08:30, reception',
    dress_code: null,
    documents: ['Passport'],
    bring: ['A notebook'],
    missing_documents: [],
    logistics: null,
    accommodation: null,
    map_link: 'https://maps.example.com/',
    e_learning: false,
    e_learning_hours: null,
    ...change,
  };
  return { course_name, place, joining };
}

describe('joining instructions', () => {
  it('the joining instructions of a course show the reporting time, the place with a map link and what to bring, and leave out empty headings', () => {
    expect(joiningInstructions([course('Radar')])).toEqual([
      { name: 'Report', instructions: [{ text: '08:30, reception', courses: [] }] },
      { name: 'Place', instructions: [{ text: '1 Quay Road', courses: [], mapLink: 'https://maps.example.com/' }] },
      {
        name: 'Bring',
        instructions: [
          { text: 'Passport', courses: [] },
          { text: 'A notebook', courses: [] },
        ],
      },
    ]);
  });

  it('each joining instruction that all courses of an order share is shown once, and every other one with the name of its course', () => {
    const groups = joiningInstructions([
      course('Radar'),
      course('Fire Fighting', { reporting_time: '06:30, fire ground', documents: ['Passport', 'INDoS number'] }),
    ]);
    const textsOf = (name: string) => groups.find((group) => group.name === name)?.instructions.map(instructionText);
    expect(textsOf('Report')).toEqual(['08:30, reception (Radar)', '06:30, fire ground (Fire Fighting)']);
    expect(textsOf('Place')).toEqual(['1 Quay Road']);
    expect(textsOf('Bring')).toEqual(['Passport', 'A notebook', 'INDoS number (Fire Fighting)']);
  });

  it('joining instructions say how many hours of e-learning to do before the first day, if the number is known', () => {
    const texts = [8, 1, null].map((e_learning_hours) => {
      const group = joiningInstructions([course('Radar', { e_learning: true, e_learning_hours })]);
      return group.find(({ name }) => name === 'Prepare')?.instructions[0]?.text;
    });
    expect(texts).toEqual([
      'E-learning of 8 hours, before the first day',
      'E-learning of 1 hour, before the first day',
      'E-learning, before the first day',
    ]);
  });

  it('joining instructions saved by an older release, which lack the list of what to bring, show the required documents instead', () => {
    const { bring: _bring, missing_documents: _missing, ...joining } = course('Radar').joining;
    const saved = { ...course('Radar'), joining };
    expect(joiningInstructions([saved]).at(-1)).toEqual({
      name: 'Bring',
      instructions: [{ text: 'Passport', courses: [] }],
    });
    expect(missingDocuments([saved])).toEqual([]);
  });
});
