/**
 * Lists all elements and attributes with which injected content could run a script, load something or navigate away,
 * even where the Content Security Policy would prevent it. The function runs in the page, so it uses nothing from
 * outside its own body.
 */
export function findUnsafeMarkup(root: ParentNode = document): string[] {
  const richText = '[class*="rich-"]';
  const allowedInRichText =
    /^(p|br|hr|strong|em|b|i|u|sub|sup|[uod]l|li|h[234]|a|blockquote|code|table|caption|thead|tbody|t[rhd]|abbr|span|d[td]|figure|figcaption|img)$/;
  const neverAllowed =
    /^(i?frame|frameset|object|embed|applet|base|portal|math|foreignobject|animate|set|handler|xmp|plaintext|marquee)$/i;
  const urlAttribute = /^(href|xlink:href|src|action|formaction|data|poster|ping|background|cite|manifest)$/i;
  const scriptScheme = /^(javascript|vbscript|data|blob|feed|view-source):/i;
  // The URL with which React replaces a javascript: URL.
  const blockedByReact = "javascript:throw new Error('React has blocked a javascript: URL as a security precaution.')";
  const dangerousStyle = /xss\.invalid|__xss|javascript:|expression\(/i;

  const isOurScript = (script: Element) =>
    (script instanceof HTMLScriptElement && script.nonce !== '') ||
    /^\/(assets\/[\w.~-]+|color-scheme)\.js$/.test(script.getAttribute('src') ?? '') ||
    (script.matches('head > [type="application/ld+json"]') && JSON.parse(script.textContent)['@type'] !== undefined);
  const isOurLink = (link: Element) =>
    link instanceof HTMLLinkElement && URL.parse(link.href)?.origin === location.origin;
  function leadsToScript(element: Element, name: string, value: string): boolean {
    const trimmed = [...value].filter((character) => character > ' ').join('');
    if (!urlAttribute.test(name) || !scriptScheme.test(trimmed) || value === blockedByReact) return false;
    // Outside rich text, only javascript: URLs are dangerous. Browsers block navigation of the whole page to data: and
    // similar URLs, and pictures and `link` elements run no script.
    return element.closest(richText) !== null || (/^javascript:/i.test(trimmed) && !element.matches('img, link'));
  }

  const elementRules: ReadonlyArray<readonly [why: string, isBroken: (element: Element) => boolean]> = [
    ['element', ({ localName }) => neverAllowed.test(localName)],
    ['script', (element) => element.localName === 'script' && !isOurScript(element)],
    ['style', (element) => element.localName === 'style' && dangerousStyle.test(element.textContent)],
    ['link', (element) => element.matches('link:not([rel="canonical"], [as="image"])') && !isOurLink(element)],
    [
      'element in rich text',
      (element) =>
        element.closest(richText) !== null && !element.matches(richText) && !allowedInRichText.test(element.localName),
    ],
  ];
  const attributeRules: ReadonlyArray<
    readonly [why: string, isBroken: (element: Element, name: string, value: string) => boolean]
  > = [
    ['event handler', (_, name) => /^on/i.test(name)],
    ['script URL', leadsToScript],
    ['embedded page', (_, name) => /^(srcdoc|http-equiv)$/i.test(name)],
    ['style', (_, name, value) => name === 'style' && dangerousStyle.test(value)],
    [
      'clobbering name',
      (element, name, value) => /^(id|name)$/.test(name) && value === 'xssClobber' && element.matches(`${richText} *`),
    ],
  ];

  const found: string[] = [];
  function check(element: Element): void {
    const brokenRules = [
      ...elementRules.filter(([, isBroken]) => isBroken(element)),
      ...[...element.attributes].flatMap(({ name, value }) =>
        attributeRules.filter(([, isBroken]) => isBroken(element, name, value)),
      ),
    ];
    for (const [why] of brokenRules) found.push(`${why}: ${element.outerHTML.slice(0, 160)}`);
    if (element instanceof HTMLTemplateElement) for (const inner of element.content.querySelectorAll('*')) check(inner);
  }
  for (const element of root.querySelectorAll('*')) check(element);
  return found;
}
