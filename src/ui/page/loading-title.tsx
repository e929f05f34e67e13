/**
 * Sets the document title while a page is loading. Otherwise the document would have no title, because the previous
 * page has removed its own.
 */
export function LoadingTitle() {
  return <title>One moment</title>;
}
