import { expect, test } from 'vitest';
import { readInSteps } from './read-in-steps.ts';
import type { Received } from './read-in-steps.ts';

const answerOf = (parts: readonly string[], headers: Record<string, string>): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'application/zip', ...headers } },
  );

const readAll = async (answer: Response) => {
  const steps: Received[] = [];
  const file = await readInSteps(answer, (received) => steps.push(received));
  return { steps, text: await file.text(), type: file.type };
};

test('[T-19] a file arrives whole, and each part is told', async () => {
  expect(await readAll(answerOf(['abc', 'de'], {}))).toEqual({
    steps: [
      { bytes: 3, of: null },
      { bytes: 5, of: null },
    ],
    text: 'abcde',
    type: 'application/zip',
  });
});

test('[T-19] with the length of the answer it is known how much is left', async () => {
  const { steps } = await readAll(answerOf(['abc'], { 'content-length': '5' }));
  expect(steps).toEqual([{ bytes: 3, of: 5 }]);
});

test('[T-19] a connection that breaks gives no file', async () => {
  const broken = new Response(
    new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    }),
  );
  await expect(readInSteps(broken, () => {})).rejects.toThrow('network error');
});
