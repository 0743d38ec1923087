import { errors } from '#contract/errors.ts';
import type { Endpoint, EndpointTable } from '#contract/endpoint.ts';
import { escapeHtml } from '../../lib/text/html.ts';
import { errorsOf } from './openapi.ts';

const ACCESS_WORDS: Readonly<Record<Endpoint['access'], string>> = {
  public: 'anybody',
  session: 'anybody signed in',
  self: 'the account itself',
  house: 'people of the household (viewers and admins: reading only)',
  owner: 'owners of the household',
  operator: 'operators of the provider',
};

const fields = (schema: Endpoint['query']): string => Object.keys(schema?.shape ?? {}).join(', ');

const row = (endpoint: Endpoint): string => `<tr>
<td><code>${endpoint.method}</code></td>
<td><code>/api${escapeHtml(endpoint.path)}</code><br>${escapeHtml(endpoint.summary)}</td>
<td>${ACCESS_WORDS[endpoint.access]}</td>
<td>${fields(endpoint.query) || '–'}</td>
<td>${fields(endpoint.body) || '–'}</td>
<td>${errorsOf(endpoint)
  .map((code) => `${errors[code].status} <code>${code}</code>`)
  .join('<br>')}</td></tr>`;

/** A page for people; machines read /api/openapi.json. */
export const docsPage = (areas: Readonly<Record<string, EndpointTable>>): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Porchlight API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>Porchlight API</h1>
<p>Calls carry <code>Authorization: Bearer &lt;token&gt;</code> from <code>POST /api/auth/login</code>. Refusals are
<code>application/problem+json</code>. The same in machine form: <a href="/api/openapi.json">openapi.json</a>.</p>
${Object.entries(areas)
  .map(
    ([
      area,
      table,
    ]) => `<h2>${area}</h2><div class="scroll" tabindex="0" role="region" aria-label="${area}"><table>
<thead><tr><th>Method</th><th>Path</th><th>Who</th><th>Query</th><th>Body</th><th>Refusals</th></tr></thead>
<tbody>${Object.values(table).map(row).join('')}</tbody></table></div>`,
  )
  .join('')}
</main></body></html>`;

export const docsCss = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:75rem;margin:2rem auto;padding:0 1rem}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:start;vertical-align:top;padding:.5rem;border-bottom:1px solid #8884}code{font-size:.875em}`;
