import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Failure } from './failure.ts';

interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** Asks on the terminal, or takes the next line of standard input where that is none. */
export const createPrompts = ({ input, output }: Terminal) => {
  let isHidden = false;
  let lines: AsyncIterator<string> | null = null;
  let close = (): void => {};
  const start = (): AsyncIterator<string> => {
    const echo = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!isHidden) output.write(chunk);
        done();
      },
    });
    const reader = createInterface({ input, output: echo, terminal: input.isTTY });
    // Ctrl-C ends the program, not only the question.
    reader.on('SIGINT', () => process.exit(130));
    close = () => reader.close();
    return reader[Symbol.asyncIterator]();
  };
  return {
    ask: async (question: string, { hidden }: { readonly hidden: boolean }): Promise<string> => {
      output.write(question);
      lines ??= start();
      isHidden = hidden;
      const { value, done } = await lines.next();
      isHidden = false;
      if (hidden || !input.isTTY) output.write('\n');
      if (done) throw new Failure('There was no answer.');
      return String(value);
    },
    close: () => close(),
  };
};

export type Prompts = ReturnType<typeof createPrompts>;
