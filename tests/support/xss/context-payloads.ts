const breakouts = ['"', "'", '`', '&quot;', '&#34;', '\\"', '">', "'>", '"/>', ' '].flatMap((end) => [
  `${end} onmouseover=§ x=${end}`,
  `${end}><img src=x onerror=§>`,
  `${end} autofocus onfocus=§ tabindex=0 ${end}`,
]);

const elementEnds = ['</script>', '</ScRiPt >', '</title>', '</style>', '</textarea>', '</head>', '</noscript>', '-->']
  .concat(['</a></li></ul>', ']]>', '</p></div></main></body>'])
  .flatMap((end) => [`${end}<script>§</script>`, `${end}<img src=x onerror=§>`]);

const inScripts = ['";§//', "';§//", '`;§//', '\\";§//', '</script\u2028><script>§//', '"}};§;//', '\u2028§\u2029']
  .concat([
    '\u0024{§}',
    '{{§}}',
    '{{constructor.constructor("§")()}}',
    '<!--<script>',
    '\\u003c/script>\\u003cscript>§',
  ])
  .concat(['__proto__', 'constructor', '{"__proto__":{"innerHTML":"<img src=x onerror=§>"}}', '[object Object]']);

const oddCharacters = [
  '＜script＞§＜/script＞',
  '\u02bcscript\u02bc§',
  '<img src=x onerror=\u0061lert(1)>',
  '<img src=x onerror="\\u0061lert(1)">',
  '<im\u200bg src=x onerror=§>',
  '\ufeff<img src=x onerror=§>',
  '\u202e>§=rorreno x=crs gmi<',
  '<img src=x\u00a0onerror=§>',
  '<img src=x\u3000onerror=§>',
  '<\u0130mg src=x onerror=§>',
  '<\u017fcript>§</\u017fcript>',
  '\ud800<img src=x onerror=§>',
  '\u001b<img src=x onerror=§>',
  '<img src=x onerror=&#x5f;&#x5f;xss(0)>',
  '<img src=x onerror=&lpar;()=>§&rpar;()>',
] as const;

const otherLanguages = [
  '[x](javascript:§)',
  '[x](<javascript:§>)',
  '![x](x"onerror="§)',
  '![x](javascript:§)',
  '<javascript:§>',
  '[x]: javascript:§',
  '```<img src=x onerror=§>```',
  '[url=javascript:§]x[/url]',
  "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;",
  '<?xml-stylesheet href="javascript:§"?>',
  '<html:script xmlns:html="http://www.w3.org/1999/xhtml">§</html:script>',
  '<a xmlns="http://www.w3.org/1999/xhtml" onclick="§">x</a>',
  ']]><script xmlns="http://www.w3.org/1999/xhtml">§</script><![CDATA[',
  '&xss;',
  '</item></channel></rss><script>§</script>',
  '</loc></url><script>§</script>',
] as const;

/**
 * Texts that the server could confuse with the placeholders in the site's HTML template, and patterns with a special
 * meaning in the replacement text of `String.replace`.
 */
const templateMarkers = [
  '<!--head-->',
  '<!--app-->',
  '<!--state-->',
  '<!--app-end-->',
  '<!--preloads-->',
  '<!--/waiting-->',
]
  .map((mark) => `${mark}<script>§</script>`)
  .concat(['$&<script>§</script>', "$'<script>§</script>", '$`<script>§</script>', '$1$$', '\u0000<script>§</script>']);

/**
 * Payloads that break out of the place where a text is inserted, such as an attribute or a script. Some are written in
 * other languages than HTML, such as Markdown or XML.
 */
export const contextPayloads: readonly string[] = [
  ...breakouts,
  ...elementEnds,
  ...inScripts,
  ...oddCharacters,
  ...otherLanguages,
  ...templateMarkers,
];
