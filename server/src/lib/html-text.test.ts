import { expect, test } from 'vitest';
import { htmlOfText, textOfHtml } from './html-text.ts';

test.each([
  ['<p>One &amp; two</p><p>Three<br>four</p>', 'One & two\n\nThree\nfour'],
  ['<h2>Dates</h2><ul><li>Monday</li><li>Friday</li></ul>', 'Dates\n\n- Monday\n- Friday'],
  ['<script>alert(1)</script><b>5 &lt; 6</b>', '5 < 6'],
  ['  ', ''],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
])('[MSG-3] the words of %s', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test('[T-21] plain words stay plain words', () => {
  const text = 'A <img src=x onerror=alert(1)>\nB\n\n"C" & D';
  expect(htmlOfText(text)).toBe(
    '<p>A &lt;img src=x onerror=alert(1)&gt;<br />B</p><p>&quot;C&quot; &amp; D</p>',
  );
  expect(textOfHtml(htmlOfText(text))).toBe(text);
});
