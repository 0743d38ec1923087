import type { CommandLine } from './options.ts';
import type { OperatorSession } from './session.ts';

export interface Result {
  readonly answer: unknown;
  /** For people. */
  readonly text: string;
}

export type Command = (session: OperatorSession, line: Omit<CommandLine, 'command'>) => Promise<Result>;
