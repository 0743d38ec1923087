import type { DryRun, OperatorEvent, OperatorProgram, OrderedEvent } from '#contract/entities/operator.ts';
import { changeOf, orderOf } from './options.ts';
import type { CommandLine, CommandName } from './options.ts';
import { printDryRun, printEvent, printOrdered, printProgram } from './print.ts';
import type { OperatorSession } from './session.ts';

export interface Result {
  readonly answer: unknown;
  /** For people. */
  readonly text: string;
}

type Command = (session: OperatorSession, line: Omit<CommandLine, 'command'>) => Promise<Result>;

const pathOf = (id: string): string => `/operator/event/${encodeURIComponent(id)}`;

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

  'stop-all': async ({ call }) => {
    const answer = await call<{ events: OrderedEvent[] }>('POST', '/operator/stop-all');
    return { answer, text: answer.events.map(printOrdered).join('\n') || 'There was nothing to stop.' };
  },
};
