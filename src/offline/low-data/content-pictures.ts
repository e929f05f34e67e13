const picture = /<img\b[^>]*>/gi;
const mark = 'data-picture';
const offer = 'Show picture';

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '';

/** Replaces each picture in sanitised HTML with a link, which works without scripts. */
export function withoutPictures(html: string): string {
  return html.replace(picture, (tag) => {
    const [address, name] = [attribute(tag, 'src'), attribute(tag, 'alt')];
    return `<a href="${address}" ${mark}="${name}">${offer}${name ? `: ${name}` : ''}</a>`;
  });
}

function showPicture(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[${mark}]`) : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const image = document.createElement('img');
  image.src = link.href;
  image.alt = link.getAttribute(mark) ?? '';
  image.tabIndex = -1;
  link.replaceWith(image);
  image.focus();
}

/** Shows a picture in place of its link when the link is tapped. Returns a function that removes the click listener. */
export function showTapped(content: HTMLElement | null): () => void {
  content?.addEventListener('click', showPicture);
  return () => content?.removeEventListener('click', showPicture);
}
