import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import { categories } from '../../contract/categories.ts';
import { maxSearchLength, searchResultLimit } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { isTooShort, type SearchResult, searchKinds } from '../../contract/search-index.ts';
import { useBrand } from '../content/use-brand.ts';
import { isOfflineError } from '../lib/api.ts';
import { useIsOffline } from '../offline/connection/page-connection.ts';
import { useUnreachable } from '../offline/connection/unreachable.ts';
import { ActionLink } from '../ui/links/action-link.tsx';
import { PageLink } from '../ui/links/page-link.tsx';
import { EmptyState } from '../ui/messages/empty-state.tsx';
import { ErrorState } from '../ui/messages/error-state.tsx';
import { Notice } from '../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/messages/skeleton.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageTitle } from '../ui/page/page-title.tsx';
import { searchQueries } from './search.queries.ts';
import classes from './search-page.module.css';
import { readSearchText, toSearchParameters } from './search-text.ts';

/** Milliseconds from the last keystroke to the search. */
const debounceMs = 250;

const groupTitles: Record<SearchResult['kind'], string> = {
  course: 'Courses',
  package: 'Packages',
  page: 'Pages',
  post: 'Posts',
};

/**
 * Searches the whole site, or what the device has saved if our server does not respond. After the text has changed,
 * `found` contains the results for the previous text until the new ones are loaded.
 */
function useSearch(text: string) {
  const isOffline = useIsOffline();
  const isSearching = !isTooShort(text);
  const site = useQuery({
    ...searchQueries.site(text),
    enabled: isSearching && !isOffline,
    placeholderData: keepPreviousData,
  });
  const isUnreachable = isOfflineError(site.error);
  const isSaved = isOffline || isUnreachable;
  const saved = useQuery({ ...searchQueries.saved(), enabled: isSaved && isSearching });
  const index = saved.data;
  const foundInSaved = useMemo(() => index && { text, results: index.find(text, searchResultLimit) }, [index, text]);
  const used = isSaved ? saved : site;
  return {
    isSaved,
    found: isSaved ? foundInSaved : site.data,
    // On the server, render the skeleton instead of an error. Errors are not dehydrated, so the browser's first render
    // shows the skeleton too.
    hasFailed: used.isError && !import.meta.env.SSR,
    isRetrying: used.isFetching,
    retry: () => void used.refetch(),
  };
}

function countText({ text, results }: { text: string; results: readonly SearchResult[] }): string {
  const count = results.length;
  if (count === 0) return `Nothing found for “${text}”.`;
  if (count === searchResultLimit) return `The ${count} best results for “${text}”`;
  return `${count} ${count === 1 ? 'result' : 'results'} for “${text}”`;
}

type SearchFormProps = { text: string; onSubmit: () => void };

/**
 * The search field. The URL is updated while somebody types. Without JavaScript the form is submitted to the server.
 */
function SearchForm({ text, onSubmit }: SearchFormProps) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(debounce.current), []);
  // The search field is uncontrolled. When a link or the Back button has changed the URL, write the URL's search text
  // into the field.
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    if (document.activeElement !== input && readSearchText(input.value) !== text) input.value = text;
    if (text === '') input.focus();
  }, [text]);
  const search = () => {
    clearTimeout(debounce.current);
    const typed = readSearchText(field.current?.value);
    if (typed === text) return;
    void navigate({ to: '.', search: toSearchParameters(typed) as never, replace: true, resetScroll: false });
  };
  const searchLater = () => {
    clearTimeout(debounce.current);
    debounce.current = setTimeout(search, debounceMs);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
    onSubmit();
  };
  return (
    <search className="screen-only">
      <form action={paths.search} className={classes.form} onSubmit={submit}>
        <label className="stack shrink grow gap-1 small medium">
          Name, code or abbreviation
          <input
            ref={field}
            type="search"
            name="q"
            defaultValue={text}
            maxLength={maxSearchLength}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            className={`fill surface ink ${classes.input}`}
            onChange={searchLater}
          />
        </label>
        <button type="submit" className={`outline-button sea ${classes.submit}`}>
          Search
        </button>
      </form>
    </search>
  );
}

function ResultGroup({ kind, results }: { kind: SearchResult['kind']; results: readonly SearchResult[] }) {
  const own = results.filter((result) => result.kind === kind);
  if (own.length === 0) return null;
  return (
    <section aria-labelledby={`found-${kind}`}>
      <h2 id={`found-${kind}`} className="midsize">
        {groupTitles[kind]} <span className="soft normal">({own.length})</span>
      </h2>
      <ul className={classes.results}>
        {own.map(({ title, subtitle, url }) => (
          <li key={url} className="relative">
            <PageLink href={url} className="stretched semibold">
              {title}
            </PageLink>
            {subtitle ? <p className={`soft small ${classes.subtitle}`}>{subtitle}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to the course categories, shown while the search text is empty. */
function Suggestions() {
  return (
    <nav aria-label="Course categories">
      <p className="soft">Or look through the courses of a category, with their dates, fees and seats:</p>
      <ul className="row wrap gap-x-5">
        {categories.map(({ path, pageTitle }) => (
          <li key={path}>
            <PageLink href={path} className="touch">
              {pageTitle}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NothingFound({ isSaved }: { isSaved: boolean }) {
  const { whenBack } = useUnreachable();
  if (isSaved)
    return (
      <EmptyState title="Nothing that is saved on this device matches.">
        More may be found {whenBack}. “Save for the voyage” then saves every course, page and post.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Check the spelling, or search for fewer words."
      action={
        <ActionLink href={paths.coursesList} look="outline">
          Explore Courses
        </ActionLink>
      }
    />
  );
}

/** The search of the whole site (docs/product.md#search-of-the-whole-site). */
export function SearchPage({ text }: { text: string }) {
  const status = useRef<HTMLParagraphElement>(null);
  const support = useBrand()?.support_phones[0] ?? null;
  const { found, isSaved, hasFailed, isRetrying, retry } = useSearch(text);
  const { reason } = useUnreachable();
  const isShort = isTooShort(text);
  const shown = isShort || hasFailed ? undefined : found;
  const isLoading = !isShort && !hasFailed && !found;
  return (
    <Page>
      <PageTitle lead="Courses, packages, pages and posts by name, code or abbreviation. Small typing errors do not matter.">
        Search
      </PageTitle>
      <div className={`stack gap-4 ${classes.content}`}>
        {/* Enter moves the focus to the status text: the phone's keyboard closes, and Tab leads to the results. */}
        <SearchForm text={text} onSubmit={() => status.current?.focus()} />
        {isSaved ? (
          <Notice tone="waiting" role="status">
            {reason}. Only pages that are saved on this device are searched.
          </Notice>
        ) : null}
        <p role="status" tabIndex={-1} ref={status} className="no-outline">
          {shown ? countText(shown) : text !== '' && isShort ? 'Type at least two letters.' : null}
        </p>
        {hasFailed ? (
          <ErrorState message="The search did not work." onRetry={retry} isRetrying={isRetrying} phone={support} />
        ) : null}
        {isLoading ? (
          <SkeletonGroup label="Searching" className="stack gap-4">
            <Skeleton width="6rem" height="1.2rem" />
            <Skeleton height="3rem" />
            <Skeleton height="3rem" />
            <Skeleton height="3rem" />
          </SkeletonGroup>
        ) : null}
        {shown && shown.results.length > 0 ? (
          <div className="stack gap-6">
            {searchKinds.map((kind) => (
              <ResultGroup key={kind} kind={kind} results={shown.results} />
            ))}
          </div>
        ) : null}
        {shown?.results.length === 0 ? <NothingFound isSaved={isSaved} /> : null}
        {text === '' ? <Suggestions /> : null}
      </div>
    </Page>
  );
}
