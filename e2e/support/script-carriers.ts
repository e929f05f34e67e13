/**
 * Runs in a page: names every node and attribute by which text of somebody else could run, load or lead away. So a payload is
 * found also where the page's policy would still hold it back. All that it needs stands in it.
 */
export function findCarriers(root: ParentNode = document): string[] {
  const text = '[class*="rich-"]';
  const written =
    /^(p|br|hr|strong|em|b|i|u|sub|sup|[uod]l|li|h[234]|a|blockquote|code|table|caption|thead|tbody|t[rhd]|abbr|span|d[td]|figure|figcaption|img)$/;
  const never =
    /^(i?frame|frameset|object|embed|applet|base|portal|math|foreignobject|animate|set|handler|xmp|plaintext|marquee)$/i;
  const address = /^(href|xlink:href|src|action|formaction|data|poster|ping|background|cite|manifest)$/i;
  const running = /^(javascript|vbscript|data|blob|feed|view-source):/i;
  // What React writes in the place of an address that would run.
  const blocked = "javascript:throw new Error('React has blocked a javascript: URL as a security precaution.')";
  const reaching = /xss\.invalid|__xss|javascript:|expression\(/i;

  const isOurScript = (script: Element) =>
    (script instanceof HTMLScriptElement && script.nonce !== '') ||
    /^\/(assets\/[\w.~-]+|color-scheme)\.js$/.test(script.getAttribute('src') ?? '') ||
    (script.matches('head > [type="application/ld+json"]') && JSON.parse(script.textContent)['@type'] !== undefined);
  const isOurs = (link: Element) => link instanceof HTMLLinkElement && URL.parse(link.href)?.origin === location.origin;
  function leadsToScript(element: Element, name: string, value: string): boolean {
    const bare = [...value].filter((sign) => sign > ' ').join('');
    if (!address.test(name) || !running.test(bare) || value === blocked) return false;
    // Browsers open no other kind of these from a page, and pictures run nothing.
    return element.closest(text) !== null || (/^javascript:/i.test(bare) && !element.matches('img, link'));
  }

  const elementRules: ReadonlyArray<readonly [why: string, isBroken: (element: Element) => boolean]> = [
    ['element', ({ localName }) => never.test(localName)],
    ['script', (element) => element.localName === 'script' && !isOurScript(element)],
    ['style', (element) => element.localName === 'style' && reaching.test(element.textContent)],
    ['link', (element) => element.matches('link:not([rel="canonical"], [as="image"])') && !isOurs(element)],
    [
      'element in a text',
      (element) => element.closest(text) !== null && !element.matches(text) && !written.test(element.localName),
    ],
  ];
  const attributeRules: ReadonlyArray<
    readonly [why: string, isBroken: (element: Element, name: string, value: string) => boolean]
  > = [
    ['handler', (_, name) => /^on/i.test(name)],
    ['address', leadsToScript],
    ['page in a page', (_, name) => /^(srcdoc|http-equiv)$/i.test(name)],
    ['style', (_, name, value) => name === 'style' && reaching.test(value)],
    [
      'name',
      (element, name, value) => /^(id|name)$/.test(name) && value === 'xssClobber' && element.matches(`${text} *`),
    ],
  ];

  const found: string[] = [];
  function judge(element: Element): void {
    const broken = [
      ...elementRules.filter(([, isBroken]) => isBroken(element)),
      ...[...element.attributes].flatMap(({ name, value }) =>
        attributeRules.filter(([, isBroken]) => isBroken(element, name, value)),
      ),
    ];
    for (const [why] of broken) found.push(`${why}: ${element.outerHTML.slice(0, 160)}`);
    if (element instanceof HTMLTemplateElement) for (const inner of element.content.querySelectorAll('*')) judge(inner);
  }
  for (const element of root.querySelectorAll('*')) judge(element);
  return found;
}
