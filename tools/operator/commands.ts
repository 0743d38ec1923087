import type { DryRun, OperatorEvent, OperatorProgram, OrderedEvent } from '#contract/entities/operator.ts';
import type { Inquiry, MessageDryRun } from '#contract/entities/operator-message.ts';
import type { BalancePage, ParticipationPage, Payment } from '#contract/entities/settlement.ts';
import { Refusal } from './api.ts';
import type { Command } from './command.ts';
import { Failure } from './failure.ts';
import { importCommands } from './import-commands.ts';
import { invitationCommands } from './invitation-commands.ts';
import { marketingCommands } from './marketing-commands.ts';
import { htmlOf, messageOf } from './message-options.ts';
import { changeOf, orderOf, paymentOf, stormOf, timeIn } from './options.ts';
import type { CommandName } from './options.ts';
import {
  countOf,
  printBalances,
  printDryRun,
  printEvent,
  printInquiry,
  printMessageDryRun,
  printOrdered,
  printParticipation,
  printPayment,
  printProgram,
} from './print.ts';

/** The server does not say whether an id is wrong or belongs to another provider. */
const isNotFound = (error: unknown): boolean => error instanceof Refusal && error.code === 'not_found';

const pathOf = (id: string): string => `/operator/event/${encodeURIComponent(id)}`;

interface Page {
  readonly rows: readonly unknown[];
  readonly next: string | null;
}

/** The pages of a list, one after the other; the first one may fix what the others are asked with. */
const readPages = async function* <P extends Page>(
  read: (after: string | null, first: P | null) => Promise<P>,
) {
  const first = await read(null, null);
  yield first;
  for (let { next } = first; next !== null;) {
    const page = await read(next, first);
    yield page;
    ({ next } = page);
  }
};

/** As many as the server lists at once. */
const INBOX_PAGE = 100;

const withQuery = (path: string, query: Readonly<Record<string, string | null | undefined>>): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(given)).toString()}`;
};

export const commands: Readonly<Record<CommandName, Command>> = {
  login: async ({ login }) => {
    const url = await login();
    return { answer: { url }, text: `Signed in at ${url} for an hour.` };
  },

  logout: async ({ logout }) => {
    await logout();
    return { answer: {}, text: 'Signed out.' };
  },

  programs: async ({ call }) => {
    const answer = await call<OperatorProgram[]>('GET', '/operator/program');
    return { answer, text: answer.map(printProgram).join('\n') };
  },

  'dry-run': async ({ call }, { options }) => {
    const answer = await call<DryRun>('POST', '/operator/event/dry-run', orderOf(options));
    return { answer, text: printDryRun(answer) };
  },

  'event start': async ({ call }, { options }) => {
    const answer = await call<{ events: OrderedEvent[] }>('POST', '/operator/event', orderOf(options));
    const more = `npm run operator -- event show ${answer.events[0]?.id ?? ''}`;
    return { answer, text: [...answer.events.map(printOrdered), `To follow it: ${more}`].join('\n') };
  },

  'event change': async ({ call }, { id, options }) => {
    const answer = await call<OrderedEvent>('PUT', pathOf(id), changeOf(options));
    return { answer, text: printOrdered(answer) };
  },

  'event cancel': async ({ call }, { id }) => {
    const answer = await call<OrderedEvent>('POST', `${pathOf(id)}/cancel`);
    return { answer, text: printOrdered(answer) };
  },

  'event show': async ({ call }, { id }) => {
    const answer = await call<OperatorEvent>('GET', pathOf(id));
    return { answer, text: printEvent(answer) };
  },

  'event list': async ({ call }) => {
    const answer = await call<OperatorEvent[]>('GET', '/operator/event');
    return { answer, text: answer.map(printEvent).join('\n') || 'There is no event.' };
  },

  'dispatch cancel': async ({ call }, { id }) => {
    const path = `/operator/dispatch/${encodeURIComponent(id)}/cancel`;
    const answer = await call<{ events: OrderedEvent[] }>('POST', path);
    return { answer, text: answer.events.map(printOrdered).join('\n') };
  },

  'stop-all': async ({ call }, { options }) => {
    const { reason } = options;
    const order = { way: options['return-now'] ? 'returnNow' : 'calledOff', ...(reason ? { reason } : {}) };
    const answer = await call<{ events: OrderedEvent[] }>('POST', '/operator/stop-all', order);
    return { answer, text: answer.events.map(printOrdered).join('\n') || 'There was nothing to stop.' };
  },

  'storm expect': async ({ call }, { options }) => {
    const answer = await call<{ until: string }>('PUT', '/operator/storm', stormOf(options));
    return { answer, text: `Until ${answer.until} events leave batteries alone.` };
  },

  'storm end': async ({ call }) => {
    const answer = await call<{ until: null }>('DELETE', '/operator/storm');
    return { answer, text: 'No storm is expected: batteries may take part in events.' };
  },

  'rewards export': async ({ call }, { options }) => {
    const pages = readPages<BalancePage>((after, first) =>
      call('GET', withQuery('/operator/reward', { after, asOf: first?.asOf })),
    );
    const wanted = ({ asOf, rows }: BalancePage) =>
      rows
        .filter(({ programId }) => options.program?.includes(programId) ?? true)
        .map((row) => ({ ...row, asOf }));
    if (!options.json) return { answer: null, text: printBalances(pages, wanted) };
    const all = await Array.fromAsync(pages);
    return { answer: { asOf: all[0]?.asOf, rows: all.flatMap(wanted) }, text: '' };
  },

  'rewards mark-paid': async ({ call }, { options }) => {
    const answer = await call<Payment>('POST', '/operator/reward/mark-paid', paymentOf(options));
    return { answer, text: printPayment(answer) };
  },

  'participation export': async ({ call }, { id, options }) => {
    const pages = readPages<ParticipationPage>((after) =>
      call('GET', withQuery(`${pathOf(id)}/participation`, { after })),
    );
    if (!options.json) return { answer: null, text: printParticipation(pages) };
    return { answer: (await Array.fromAsync(pages)).flatMap(({ rows }) => rows), text: '' };
  },

  message: async ({ call, ask }, { options }) => {
    const order = messageOf(options);
    const reach = await call<MessageDryRun>('POST', '/operator/message/dry-run', order).catch(
      (error: unknown) => {
        const isUnknown = options.house !== undefined && isNotFound(error);
        throw isUnknown
          ? new Failure(
              `Your provider has no home ${options.house}. Ids of homes are in: npm run operator -- inbox, rewards export, participation export <event>`,
            )
          : error;
      },
    );
    if (!options.yes) {
      const answer = await ask(`${printMessageDryRun(reach)}\nSend it? Type "${reach.people}" to confirm: `);
      if (answer.trim() !== String(reach.people)) throw new Failure('Nothing was sent.');
    }
    const answer = await call<{ people: number }>('POST', '/operator/message', order);
    return { answer, text: `Sent to ${countOf(answer.people, 'person', 'people')}.` };
  },

  inbox: async ({ call }, { options }) => {
    const path = withQuery('/operator/inbox', { before: timeIn('before', options.before) });
    const answer = await call<Inquiry[]>('GET', path);
    const last = answer.length < INBOX_PAGE ? undefined : answer.at(-1);
    const more = last ? [`Older ones: npm run operator -- inbox --before ${last.createdAt}`] : [];
    return { answer, text: [...answer.map(printInquiry), ...more].join('\n\n') || 'Nobody has written.' };
  },

  'inbox answer': async ({ call }, { id, options }) => {
    const html = htmlOf(options.text, options['html-file']);
    if (html === undefined) throw new Failure('An answer has --text or --html-file.');
    const path = `/operator/inbox/${encodeURIComponent(id)}/answer`;
    const answer = await call<Inquiry>('POST', path, { html }).catch((error: unknown) => {
      throw isNotFound(error)
        ? new Failure(`There is no ${id} in the inbox, or its writer has moved out.`)
        : error;
    });
    return { answer, text: `Answered ${answer.name}.` };
  },

  ...marketingCommands,
  ...invitationCommands,
  ...importCommands,
};
