/**
 * Sets the document title while a page is loading. Without it there would be none, because the previous page has
 * removed its own title.
 */
export function LoadingTitle() {
  return <title>One moment</title>;
}
