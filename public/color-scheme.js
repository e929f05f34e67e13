// Runs before the first paint, so that a night bridge never flashes white and the skeleton has the layout of its page.
{
  let dark = matchMedia('(prefers-color-scheme: dark)').matches;
  try {
    dark = { dark: true, light: false }[localStorage.getItem('mantine-color-scheme-value')] ?? dark;
  } catch {
    // Storage may be blocked; the system's choice serves.
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  const isNarrow = /^\/(login|register|auth)\b/.test(location.pathname);
  if (isNarrow) document.documentElement.setAttribute('data-layout', 'narrow');
  // The skeleton of a checkout page has no bottom bar, as the page itself.
  if (/^\/course-booking\/checkout(\/(information|review))?\/?$/.test(location.pathname))
    document.documentElement.setAttribute('data-checkout', '');
}
