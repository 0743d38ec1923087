import { expect, test } from 'vitest';
import { withRuntimeInHost } from './fold-runtime.ts';

const runtime = { name: 'rt-1.js', code: 'var a=1,b=()=>a+1;export{b as n,a as t};' };
const host = {
  name: 'base-2.js',
  code: 'import{n as a,t}from"./rt-1.js";const b=a()+t;export{b as x};',
};

test('helpers move into the base without meeting its own names, and every file takes them from there', async () => {
  const folded = withRuntimeInHost(host, runtime, host);
  const loaded = (await import(`data:text/javascript,${encodeURIComponent(folded)}`)) as Record<
    string,
    unknown
  >;
  expect(loaded['x']).toBe(3);
  expect(loaded['runtime_t']).toBe(1);
  const other = { name: 'app-3.js', code: 'import{n as e}from"./rt-1.js";e(["assets/rt-1.js"]);' };
  expect(withRuntimeInHost(other, runtime, host)).toBe(
    'import{runtime_n as e}from"./base-2.js";e(["assets/base-2.js"]);',
  );
  const without = { name: 'blank-4.js', code: 'export{};' };
  expect(withRuntimeInHost(without, runtime, host)).toBe('export{};');
});
