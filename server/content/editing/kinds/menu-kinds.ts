import * as z from 'zod';
import { paths } from '../../../../contract/pages.ts';
import type { Files, Json } from '../../export/exported-tables.ts';
import { documentFiles } from '../../files/content-files.ts';
import { documentSchemas } from '../../files/content-schema.ts';
import { entriesOf, fixedKind, type KindRules, textOf } from './kind-rules.ts';

const redirectsId = 'redirects';

const menusAndFooter = fixedKind({
  header: { title: 'Header menu', page: paths.home },
  footer: { title: 'Footer', page: paths.home },
});

/** The file `redirects.json` is a list. A form needs an object, so its field `redirects` contains the list. */
const redirectsForm = z.object({ redirects: documentSchemas.redirects });
const redirectsOf = (files: Files): Json => ({ redirects: entriesOf(files, documentFiles.redirects) });

/** The header menu, the footer and the redirects. */
export const menus: KindRules = {
  ...menusAndFooter,
  texts: {
    'items.url': { help: 'A page of this site such as /contact-us, or another address with https://' },
    'items.parent_id': { label: 'Below', help: 'Publish a new entry before you put others below it.' },
    'items.is_active': { label: 'Shown' },
    'items.has_mega_menu': { label: 'Opens a panel with columns' },
    'items.mega_menu': { label: 'Panel' },
    'redirects.from': { label: 'Old address', help: 'A path without a page of its own, such as /courses/old-name/' },
    'redirects.to': { label: 'New address', help: 'A page of this site, such as /contact-us' },
  },
  schemaOf: (id) => (id === redirectsId ? redirectsForm : menusAndFooter.schemaOf(id)),
  list: (files) => [...menusAndFooter.list(files), { id: redirectsId, entry: redirectsOf(files) }],
  find: (files, id) =>
    id === redirectsId
      ? { place: { file: documentFiles.redirects, index: null, field: 'redirects' }, entry: redirectsOf(files) }
      : menusAndFooter.find(files, id),
  put(files, id, entry) {
    if (id === redirectsId) files.set(documentFiles.redirects, entry?.redirects ?? []);
    else menusAndFooter.put(files, id, entry);
  },
  titleOf: (id, body) => (id === redirectsId ? 'Redirects' : menusAndFooter.titleOf(id, body)),
  choices(files) {
    const header = files.get(documentFiles.header) as { items?: Json[] } | undefined;
    const top = (header?.items ?? []).filter(({ parent_id }) => parent_id === null);
    return { parent_id: top.map(({ id, label }) => ({ value: Number(id), label: textOf(label) })) };
  },
};
