import { streamRows } from '../db/stream-rows.ts';
import { type ListedSubmission, listSubmissions } from '../submissions/submission-list.repo.ts';
import { readingAction } from './make-action.ts';
import { makeCommand } from './make-command.ts';
import { type Column, printTable } from './print-table.ts';
import { dayWord, flag, oneOf } from './word-schemas.ts';

const longestText = 100;

const columns: ReadonlyArray<Column<ListedSubmission>> = [
  { title: 'at', of: (one) => one.at },
  { title: 'kind', of: (one) => one.kind },
  { title: 'reference', of: (one) => one.reference },
  { title: 'state', of: (one) => one.state },
  { title: 'from', of: (one) => one.from_name },
  { title: 'contact', of: (one) => one.contact },
  { title: 'text', of: ({ text }) => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text) },
];

const list = readingAction({
  name: 'list',
  summary: 'lists enquiries and grievances, oldest first',
  words: {},
  options: {
    kind: { hint: 'kind', about: 'contact or grievance', schema: oneOf(['contact', 'grievance']).optional() },
    from: { hint: 'day', about: 'received on this academy day or later', schema: dayWord.optional() },
    json: { about: 'one JSON object a line, with every field whole', schema: flag },
  },
  async read({ db, around, options: { json, ...filter } }) {
    const pages = streamRows(db, listSubmissions(filter));
    if (json) {
      for await (const page of pages) {
        const lines = page.map(({ at, kind, reference, state, body }) =>
          JSON.stringify({ at, kind, reference, state, body }),
        );
        await around.out(`${lines.join('\n')}\n`);
      }
      return 0;
    }
    if ((await printTable(around.out, columns, pages)) === 0) await around.out('no submissions\n');
    return 0;
  },
});

/** `landfall submissions list`. */
export const submissionsCommand = makeCommand('submissions', 'Enquiries and grievances.', [list]);
