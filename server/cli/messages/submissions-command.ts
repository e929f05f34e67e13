import { streamRows } from '../../db/stream-rows.ts';
import { type ListedSubmission, listSubmissionsSql } from '../../submissions/submission-list.repo.ts';
import { dayArg, flag, oneOf } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { readingAction } from '../command/make-action.ts';
import { type Column, printTable } from '../output/print-table.ts';

const maxTextLength = 100;

const columns: ReadonlyArray<Column<ListedSubmission>> = [
  { title: 'at', of: (one) => one.at },
  { title: 'kind', of: (one) => one.kind },
  { title: 'reference', of: (one) => one.reference },
  { title: 'state', of: (one) => one.state },
  { title: 'from', of: (one) => one.from_name },
  { title: 'contact', of: (one) => one.contact },
  { title: 'text', of: ({ text }) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text) },
];

const list = readingAction({
  name: 'list',
  summary: 'lists enquiries and grievances, oldest first',
  readsPersonalData: true,
  args: {},
  options: {
    kind: { hint: 'kind', about: 'contact or grievance', schema: oneOf(['contact', 'grievance']).optional() },
    from: { hint: 'day', about: 'received on this academy day or later', schema: dayArg.optional() },
    json: { about: 'one JSON object per line, with all fields in full', schema: flag },
  },
  async read({ db, context, options: { json, ...filter } }) {
    const pages = streamRows(db, listSubmissionsSql(filter));
    if (json) {
      for await (const page of pages) {
        const lines = page.map(({ at, kind, reference, state, body }) =>
          JSON.stringify({ at, kind, reference, state, body }),
        );
        await context.out(`${lines.join('\n')}\n`);
      }
      return 0;
    }
    if ((await printTable(context.out, columns, pages)) === 0) await context.out('no submissions\n');
    return 0;
  },
});

/** The staff command `landfall submissions list`. */
export const submissionsCommand: StaffCommand = { summary: 'Enquiries and grievances.', actions: [list] };
