type Operation = {
  summary: string;
  description: string;
  parameters: Array<{ name: string; in: string; required: boolean }>;
  requestBody?: unknown;
  responses: unknown;
};

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem}summary{cursor:pointer;padding:.6rem 0;min-height:1.75rem}
details{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent)}
code{font-family:ui-monospace,monospace}pre{overflow:auto;padding:1rem;background:color-mix(in srgb,currentColor 6%,transparent)}
.method{display:inline-block;min-width:4.5rem;font-weight:700}td,th{text-align:left;padding:.2rem 1rem .2rem 0}`;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const block = (title: string, shape: unknown) =>
  `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(shape, null, 2))}</pre>`;

function operationPart(method: string, path: string, operation: Operation): string {
  const rows = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${parameter.in}</td><td>${parameter.required ? 'required' : 'optional'}</td></tr>`,
  );
  const table = rows.length > 0 ? `<table><tr><th>Name</th><th>Place</th><th></th></tr>${rows.join('')}</table>` : '';
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
<p>${escapeHtml(operation.description)}</p>${table}
${operation.requestBody ? block('Body', operation.requestBody) : ''}${block('Answers', operation.responses)}</details>`;
}

/** A page without scripts that lists every call with its shapes. */
export function docsPage(document: Record<string, unknown>): string {
  const pathItems = document.paths as Record<string, Record<string, Operation>>;
  const parts = Object.entries(pathItems).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationPart(method, path, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Landfall product API</title><style>${style}</style></head><body><main><h1>Landfall product API</h1>
<p>Made from the contract that the server and the site both parse with. As a document for programs: <code>/api/docs/openapi.json</code>.</p>
${parts.join('\n')}</main></body></html>`;
}
