/** Name of a page whose own is still on its way: the page before has taken its name along. */
export function WaitingTitle() {
  return <title>One moment</title>;
}
