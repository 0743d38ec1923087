import type { CommandLine } from './options.ts';
import type { OperatorSession } from './session.ts';

export interface Result {
  readonly answer: unknown;
  /** For people; a file in parts, as they arrive. */
  readonly text: string | AsyncIterable<string>;
  /** Something was refused: the command ends with 1. */
  readonly isRefused?: boolean;
}

export type Command = (session: OperatorSession, line: Omit<CommandLine, 'command'>) => Promise<Result>;
