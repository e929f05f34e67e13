type Operation = {
  summary: string;
  description: string;
  parameters: Array<{ name: string; in: string; required: boolean }>;
  requestBody?: unknown;
  responses: Record<string, unknown>;
};

/** The part of a refusal in the OpenAPI document that lists the possible error codes, each with its data. */
type RefusalResponse = {
  content: {
    'application/json': {
      schema: { allOf: [unknown, { oneOf: Array<{ properties: { code: { enum: [string] }; data?: unknown } }> }] };
    };
  };
};

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem}summary{cursor:pointer;padding:.6rem 0;min-height:1.75rem}
details{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent)}
code{font-family:ui-monospace,monospace}pre{overflow:auto;padding:1rem;background:color-mix(in srgb,currentColor 6%,transparent)}
.method{display:inline-block;min-width:4.5rem;font-weight:700}td,th{text-align:left;padding:.2rem 1rem .2rem 0}`;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const block = (title: string, shape: unknown) =>
  `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(shape, null, 2))}</pre>`;

const dataCell = (data: unknown) =>
  data === undefined ? '' : `<pre tabindex="0">${escapeHtml(JSON.stringify(data, null, 2))}</pre>`;

function refusalsTable(responses: ReadonlyArray<[status: string, response: unknown]>): string {
  const rows = responses.flatMap(([status, response]) => {
    const { schema } = (response as RefusalResponse).content['application/json'];
    return schema.allOf[1].oneOf.map(
      ({ properties: { code, data } }) =>
        `<tr><td>${status}</td><td><code>${escapeHtml(code.enum[0])}</code></td><td>${dataCell(data)}</td></tr>`,
    );
  });
  return `<h3>Refusals</h3><table><tr><th>Status</th><th>Code</th><th>Data</th></tr>${rows.join('')}</table>`;
}

function operationSection(method: string, path: string, operation: Operation): string {
  const rows = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${parameter.in}</td><td>${parameter.required ? 'required' : 'optional'}</td></tr>`,
  );
  const table = rows.length > 0 ? `<table><tr><th>Name</th><th>In</th><th></th></tr>${rows.join('')}</table>` : '';
  const responses = Object.entries(operation.responses);
  const successes = responses.filter(([status]) => Number(status) < 400);
  const failures = responses.filter(([status]) => Number(status) >= 400);
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
<p>${escapeHtml(operation.description)}</p>${table}
${operation.requestBody ? block('Body', operation.requestBody) : ''}${block('Responses', Object.fromEntries(successes))}${refusalsTable(failures)}</details>`;
}

/** Writes the API page: every call with its input and responses, without scripts. */
export function docsPage(document: Record<string, unknown>): string {
  const pathItems = document.paths as Record<string, Record<string, Operation>>;
  const failure = (document.components as { schemas: { Failure: unknown } }).schemas.Failure;
  const sections = Object.entries(pathItems).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationSection(method, path, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Landfall product API</title><style>${style}</style></head><body><main><h1>Landfall product API</h1>
<p>Generated from the contract with which the server and the site parse every call. Also available as an OpenAPI document: <code>/api/docs/openapi.json</code>.</p>
<details><summary>The body of every refusal</summary>${block('Failure', failure)}</details>
${sections.join('\n')}</main></body></html>`;
}
