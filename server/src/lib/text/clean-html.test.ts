import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALLOWED_TAGS } from '#domain/text/html-policy.ts';
import { cleanHtml } from './clean-html.ts';

test.each([
  ['<script>alert(1)</script>Hello', 'Hello'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<a href="http://plain.example">x</a>', '<a>x</a>'],
  ['<a href="/api/auth/logout">x</a>', '<a>x</a>'],
  ['<a href="#/link">x</a>', '<a>x</a>'],
  ['<a href="https://sunvale.example/a b">x</a>', '<a>x</a>'],
  [
    '<a href="https://sunvale.example/privacy" onclick="x()" style="x" id="y">Privacy</a>',
    '<a href="https://sunvale.example/privacy">Privacy</a>',
  ],
  ['<p style="position:fixed">x</p><form action=/x><input name=y></form>', '<p>x</p>'],
  ['<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>', '<a>x</a>'],
  ['<style>p{}</style><iframe src=//x></iframe><b>bold</b>', '<b>bold</b>'],
])('[T-21] [T-22] [BRAND-3] %s', (given, kept) => {
  expect(cleanHtml(given)).toBe(kept);
});

test.each([
  ['<div>One</div><div>Two</div>', 'One<br />Two'],
  ['One<div>Two</div>three', 'One<br />Two<br />three'],
  ['<table><tr><td>Monday</td><td>5 PM</td></tr></table>', 'Monday<br />5 PM'],
  ['<h1>Title</h1><p>Words</p>', 'Title<p>Words</p>'],
  ['<div><p>One</p>\n<p>Two</p></div>', '<p>One</p>\n<p>Two</p>'],
  ['<div>One</div> <b>Two</b>', 'One <br /><b>Two</b>'],
  ['<ul><li><div>One</div></li><li><div>Two</div></li></ul>', '<ul><li>One</li><li>Two</li></ul>'],
  ['<section><div></div><blockquote>One</blockquote></section>', 'One'],
])('[MSG-2] dropped blocks stay lines of their own: %s', (given, kept) => {
  expect(cleanHtml(given)).toBe(kept);
  expect(cleanHtml(kept)).toBe(kept);
});

test('[T-21] cleaning twice changes nothing', () => {
  const once = cleanHtml('<p>A &amp; B < C <a href="mailto:a@b.example">mail</a></p><bad>');
  expect(cleanHtml(once)).toBe(once);
});

test.each(['own', 'dompurify'])(
  '[T-21] [T-22] of hostile HTML (%s) only what is allowed is stored',
  (name) => {
    const file = new URL(`../../testing/messages/hostile-html/${name}.json`, import.meta.url);
    const bodies = JSON.parse(readFileSync(file, 'utf8')) as string[];
    const allowed = new RegExp(
      `<(?:/?(?:${ALLOWED_TAGS.join('|')})|(?:br|hr) /|a href="(?:https://|mailto:|tel:)[^"<>]*")>`,
      'g',
    );
    const others = bodies
      .map((body) => cleanHtml(body).replaceAll(allowed, ''))
      .filter((rest) => /[<>]/.test(rest));
    expect(others).toEqual([]);
    expect(bodies.map((body) => cleanHtml(cleanHtml(body)))).toEqual(bodies.map(cleanHtml));
    expect(bodies.length).toBeGreaterThan(40);
  },
);
