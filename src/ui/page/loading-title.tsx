/** Sets the document title while a page is loading, because the previous page has removed its own title. */
export function LoadingTitle() {
  return <title>One moment</title>;
}
