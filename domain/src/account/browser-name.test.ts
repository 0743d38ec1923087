import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const agents: [string, string][] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0`, 'Edge Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} OPR/100.0`, 'Opera Linux'],
  [`Mozilla/5.0 (Linux; Android 15; SM-S921B) SamsungBrowser/25.0 ${CHROME}`, 'Samsung Internet Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox Linux'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
    'Safari iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) ${SAFARI} CriOS/140.0 Safari/604.1`, 'Chrome iPad'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`, 'Safari Mac'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome ChromeOS'],
];
test.each(agents)('[AUTH-9] %s', (agent, name) => {
  const found = browserName(agent);
  expect(`${found?.browser} ${found?.system}`).toBe(name);
});

test.each([null, '', 'curl/8.0', 'Safari/1', 'Windows'])('[AUTH-9] %s is not known by name', (agent) => {
  expect(browserName(agent)).toBeNull();
});
