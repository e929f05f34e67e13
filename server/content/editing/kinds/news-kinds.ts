import { newsCategories, newsCategoryById, postPath } from '../../../../contract/news-categories.ts';
import type { Files, Json } from '../../export/exported-tables.ts';
import { listFiles, postsFolder } from '../../files/content-files.ts';
import { authorFileSchema, postFileSchema } from '../../files/post-file.ts';
import { strictly } from '../../files/strict-schema.ts';
import { entriesKind, entriesOf, filesIn, folderKind, type KindRules, textOf } from './kind-rules.ts';

function pathOfPost(id: string, { category_id, slug }: Json): string | null {
  const category = newsCategoryById(Number(category_id));
  return category && slug ? postPath(category, { id: Number(id), slug: textOf(slug) }) : null;
}

const blankPost = {
  ...{ title: '', slug: '', excerpt: '', content: '', time: '10:00', author: null, image_url: null, tags: [] },
};

export const posts: KindRules = {
  ...folderKind(postsFolder, 'posts', ({ id, slug }) => `${String(id)}-${String(slug)}`),
  blank: () => blankPost,
  hidden: ['id', 'is_picture_lost'],
  required: ['date', 'start_date', 'end_date'],
  schemaOf: () => postFileSchema,
  titleOf: (_id, { title }) => textOf(title),
  pageOf: pathOfPost,
  choices: (files) => ({
    category_id: newsCategories.map(({ id, name }) => ({ value: id, label: name })),
    author: entriesOf(files, listFiles.authors).map(({ slug, name }) => ({ value: textOf(slug), label: textOf(name) })),
  }),
  needsReason: () => false,
};

/**
 * Compares two posts by their days, for `firstPostOf`. A post whose day is a number of days after the first content
 * load always comes before a post with a date.
 */
function byDay(one: Json, other: Json): number {
  const days = [one, other].map(({ date_in_days: days = Number.POSITIVE_INFINITY }) => Number(days));
  return days[0] === days[1] ? textOf(one.date).localeCompare(textOf(other.date)) : Number(days[0]) - Number(days[1]);
}

/**
 * The oldest post that names an author. Editors who preview the author see the page of this post. A later post is not
 * used, because it may have a date in the future and not be on the site yet.
 */
function firstPostOf(files: Files, id: string): Json | undefined {
  const author = entriesOf(files, listFiles.authors).find((one) => String(one.id) === id);
  const named = filesIn(files, postsFolder).map(([, post]) => post);
  return author && named.filter((post) => post.author === author.slug).toSorted(byDay)[0];
}

/** The rules for editing the authors of posts. Posts refer to an author by `slug`. */
export const authors: KindRules = {
  ...entriesKind(listFiles.authors, 'authors'),
  blank: () => ({ slug: '', name: '', profile_url: '' }),
  hidden: ['id'],
  fixed: ['slug'],
  required: [],
  texts: {
    slug: {
      ...{
        label: 'Short name',
        help: 'In small letters with dashes, such as leela-varghese. It cannot be changed later.',
      },
    },
    name: { help: 'As posts show it, such as Capt. Leela Varghese' },
    profile_url: { label: 'Picture' },
  },
  schemaOf: () => strictly(authorFileSchema),
  titleOf: (_id, { name }) => textOf(name),
  pageOf(id, _body, files) {
    const post = firstPostOf(files, id);
    return post ? pathOfPost(String(post.id), post) : null;
  },
  choices: () => ({}),
  needsReason: () => false,
};
