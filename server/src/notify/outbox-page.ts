import type { FastifyInstance } from 'fastify';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { escapeHtml } from '../lib/text/html.ts';
import { list } from '../stores/messages/outbox.ts';

/** Against DNS rebinding: only requests for a loopback host name are served. */
const LOOPBACK_HOSTS = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

const linkify = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);

const CHANNELS = { email: 'E-mail', sms: 'SMS', voice: 'Call' } as const;

const page = (rows: Awaited<ReturnType<typeof list>>): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox</title><link rel="stylesheet" href="/dev/outbox.css"></head><body><main>
<h1>Outbox</h1>
<p>What the demo would have sent, newest first. Nothing leaves this machine. As data: <a href="/dev/outbox.json">outbox.json</a>.</p>
${rows.length === 0 ? '<p>Nothing was sent yet.</p>' : ''}
${rows
  .map(
    ({ channel, recipient, subject, text, calendar, sentAt }) => `<article>
<h2>${escapeHtml(subject ?? CHANNELS[channel])}</h2>
<p>${CHANNELS[channel]} to <strong>${escapeHtml(recipient)}</strong>, ${sentAt.toISOString()}</p>
<pre>${linkify(text)}</pre>${calendar === null ? '' : `<details><summary>peak-event.ics</summary><pre>${escapeHtml(calendar)}</pre></details>`}</article>`,
  )
  .join('')}
</main></body></html>`;

const CSS = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:48rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #8886;border-radius:.75rem;padding:1rem;margin-block:1rem}h2{font-size:1.125rem;margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}`;

/** Serves the outbox of the demo as a page and as JSON. */
export const serveOutbox = (app: FastifyInstance, db: RootDb): void => {
  void app.register(
    async (dev) => {
      dev.addHook('onRequest', async (request) => {
        if (!LOOPBACK_HOSTS.test(request.host)) throw new AppError('not_found');
      });
      dev.get('/outbox', async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(page(await list(db))),
      );
      dev.get('/outbox.css', async (_request, reply) => reply.type('text/css').send(CSS));
      dev.get('/outbox.json', async (_request, reply) => reply.send(await list(db)));
    },
    { prefix: '/dev' },
  );
};
