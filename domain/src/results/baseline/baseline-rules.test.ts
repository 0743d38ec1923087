import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BASELINE_RULES, ProgramsFile } from '#contract/entities/program.ts';
import { BASELINE_RULE_TABLE, baselineRule } from './baseline-rules.ts';

test('each name that a program may use has a rule, and each rule such a name', () => {
  const names = BASELINE_RULE_TABLE.map(({ name }) => name);
  expect([...new Set(names)].toSorted()).toEqual([...BASELINE_RULES].toSorted());
  const versions = BASELINE_RULE_TABLE.map(({ name, version }) => `${name} ${version}`);
  expect(new Set(versions).size).toBe(versions.length);
});

describe.each(BASELINE_RULE_TABLE)('$name', (rule) => {
  test('is complete and possible', () => {
    expect(rule.keep).toBeLessThanOrEqual(rule.of);
    expect(rule.leastDays).toBeLessThanOrEqual(rule.of);
    expect(rule.leastDays).toBeGreaterThan(0);
    expect(rule.select === 'all').toBe(rule.keep === rule.of);
    // Quarter hours are kept for 120 days.
    expect(rule.lookBackDays).toBeLessThan(110);
  });

  test('its adjustment ends before devices are prepared, an hour before the start', () => {
    expect(rule.adjustment?.toMinutes ?? 60).toBeGreaterThanOrEqual(60);
    expect(rule.adjustment?.fromMinutes ?? 75).toBeGreaterThan(rule.adjustment?.toMinutes ?? 60);
  });
});

test('an earlier version of a rule can be asked for, one that never was cannot', () => {
  expect(baselineRule('lbnl-10-of-10', 1)).toBe(baselineRule('lbnl-10-of-10'));
  expect(() => baselineRule('lbnl-10-of-10', 99)).toThrow('no baseline rule lbnl-10-of-10');
});

const PROVIDERS = path.resolve(import.meta.dirname, '../../../../providers');
const FOLDERS = readdirSync(PROVIDERS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const programs = FOLDERS.flatMap((id) =>
  ProgramsFile.parse(JSON.parse(readFileSync(path.join(PROVIDERS, id, 'programs.json'), 'utf8'))),
);

test.each(programs)(
  '$id: its rule has a result on every weekday on which it calls events',
  ({ baseline, weekdays }) => {
    const { days } = baselineRule(baseline);
    expect(days).not.toBe('non-business');
    expect(days === 'business' && weekdays.some((day) => day === 0 || day === 6)).toBe(false);
  },
);
