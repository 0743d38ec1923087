import { expect, test } from 'vitest';
import { htmlOfText, textOfHtml } from './html-text.ts';

test.each([
  ['<p>One &amp; two</p><p>Three<br>four</p>', 'One & two\n\nThree\nfour'],
  ['<h2>Dates</h2><ul><li>Monday</li><li>Friday</li></ul>', 'Dates\n\n- Monday\n- Friday'],
  ['<script>alert(1)</script><b>5 &lt; 6</b>', '5 < 6'],
  ['<div>One</div><table><tr><td>Two</td></tr></table>Three', 'One\nTwo\nThree'],
  [
    'Read <a href="https://sunvale.example/a?b=1&amp;c=2">more</a>.',
    'Read more (https://sunvale.example/a?b=1&c=2).',
  ],
  ['<a href="mailto:help@sunvale.example"><b>Write</b></a>', 'Write (help@sunvale.example)'],
  ['<a href="tel:+15125550100">Call us</a>', 'Call us (+15125550100)'],
  ['<a href="https://sunvale.example/">sunvale.example</a>', 'sunvale.example'],
  ['<a href="mailto:help@sunvale.example">help@sunvale.example</a>', 'help@sunvale.example'],
  ['<a href="https://sunvale.example/a">https://sunvale.example/a</a>', 'https://sunvale.example/a'],
  ['<a href="https://sunvale.example/a"> </a><a href="javascript:x()">y</a>', 'y'],
  ['<h1>Title</h1><p>Words</p>', 'Title\n\nWords'],
  ['<ul><li><p>One</p></li></ul>', '- One'],
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
