import { commands } from './commands.ts';
import { readCommandLine } from './options.ts';

type Answer = (method: string, path: string, body?: object) => unknown;

/** For tests: runs a command line against a server that answers as given, and notes its calls and questions. */
export const runCommandLine = async (args: readonly string[], answer: Answer, confirmation: string) => {
  const made: unknown[] = [];
  const asked: string[] = [];
  const session = {
    call: async <T>(method: string, path: string, body?: object): Promise<T> => {
      made.push([method, path, body]);
      return answer(method, path, body) as T;
    },
    ask: async (question: string) => {
      asked.push(question);
      return confirmation;
    },
    login: async () => '',
    logout: async () => {},
  };
  const { command, ...line } = readCommandLine(args);
  const outcome = await commands[command](session, line).then(
    ({ text }) => text,
    (error: Error) => error.message,
  );
  return { made, asked, outcome };
};
