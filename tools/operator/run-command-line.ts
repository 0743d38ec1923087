import { commands } from './commands.ts';
import { readCommandLine } from './options.ts';

type Answer = (method: string, path: string, body?: object) => unknown;

/** For tests: runs a command line against a server that answers as given, and notes its calls and questions. */
export const runCommandLine = async (args: readonly string[], answer: Answer, confirmation: string) => {
  const made: unknown[] = [];
  const questions: string[] = [];
  const session = {
    call: async <T>(method: string, path: string, body?: object): Promise<T> => {
      made.push([method, path, body]);
      return answer(method, path, body) as T;
    },
    ask: async (question: string) => {
      questions.push(question);
      return confirmation;
    },
    login: async () => '',
    logout: async () => {},
    note: () => {},
  };
  const { command, ...line } = readCommandLine(args);
  const { outcome, isRefused } = await commands[command](session, line).then(
    async ({ text, isRefused: refused = false }) => ({
      outcome: typeof text === 'string' ? text : (await Array.fromAsync(text)).join(''),
      isRefused: refused,
    }),
    (error: Error) => ({ outcome: error.message, isRefused: true }),
  );
  return { made, asked: questions, outcome, isRefused };
};
