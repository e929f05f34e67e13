/** Document title while a page is loading, because the previous page has removed its own. */
export function LoadingTitle() {
  return <title>One moment</title>;
}
