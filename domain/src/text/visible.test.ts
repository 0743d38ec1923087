import { expect, test } from 'vitest';
import fc from 'fast-check';
import { messages } from '#contract/endpoints/messages.ts';
import { visibleLine, visibleText } from './visible.ts';

test('[MSG-5] what is pasted into a message loses what nobody can see, and nothing else', () => {
  expect(visibleLine('A‮ bill‎ of\u0007 May')).toBe('A bill of May');
  expect(visibleText('One\r\n\ttwo\u0007 ‏عربي‎')).toBe('One\r\n\ttwo ‏عربي‎');
  expect(visibleText('👩‍🚒\uD83D é')).toBe('👩‍🚒 é');
});

test('[MSG-5] the server takes it, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const body = { subject: visibleLine(text), body: `x${visibleText(text)}` };
      expect(messages.write.body.safeParse(body).success).toBe(true);
    }),
  );
});
