import type { Enrolment } from '../../../contract/enrolments.ts';

type JoiningLine = { name: string; text: string };

/** How a course is held, with the e-learning that comes before it. */
export function modeOf({ joining: { e_learning, e_learning_hours: hours } }: Pick<Enrolment, 'joining'>): string {
  if (!e_learning) return 'In person';
  return `In person, after e-learning${hours ? ` of ${hours} hours` : ''}`;
}

/** The academy's joining instructions for a batch, except the documents to bring, which are a list of their own. */
export function joiningLines({ joining }: Pick<Enrolment, 'joining'>): JoiningLine[] {
  const { reporting_time, dress_code, logistics, accommodation } = joining;
  const lines: Array<[name: string, text: string | null]> = [
    ['Report', reporting_time],
    ['Wear', dress_code],
    ['Getting there', logistics],
    ['Stay', accommodation],
  ];
  return lines.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}
