import { describe, expect, test } from 'vitest';
import { PASSWORD_RULES, brokenRules } from './password.ts';

const person = { email: 'Maya.Reyes1@Home.example', firstName: 'Bartholomew77' };

describe('passwords', () => {
  const cases: [string, string, string[]][] = [
    ['all rules met', 'CorrectHorse42', []],
    ['eleven characters', 'CorrectHo42', ['length']],
    ['twelve characters', 'CorrectHor42', []],
    ['128 characters', `Aa1${'x'.repeat(125)}`, []],
    ['129 characters', `Aa1${'x'.repeat(126)}`, ['length']],
    ['twelve signs that take two units each', `Aa1${'🏡'.repeat(9)}`, []],
    ['eleven such signs', `Aa1${'🏡'.repeat(8)}`, ['length']],
    ['no uppercase letter', 'correcthorse42', ['upper']],
    ['an uppercase letter of another alphabet', 'Żcorrecthorse42'.replace('Ż', 'Ж'), []],
    ['no lowercase letter', 'CORRECTHORSE42', ['lower']],
    ['no digit', 'CorrectHorseXx', ['digit']],
    ['nothing at all', '', ['length', 'upper', 'lower', 'digit']],
    ['the e-mail address', 'Maya.Reyes1@Home.example', ['notEmail']],
    ['the e-mail address in another case, with spaces', ' maya.reyes1@HOME.example ', ['notEmail']],
    ['the e-mail address in wide letters', 'Ｍaya.Reyes1@Home.example', ['notEmail']],
    ['more than the e-mail address', 'Maya.Reyes1@Home.example!', []],
    ['the first name', 'bartholoMew77', ['notName']],
    ['spaces inside', 'Correct Horse 42', []],
  ];
  test.each(cases)('[PWD-1] %s', (_what, password, broken) => {
    expect(brokenRules(password, person)).toEqual(broken);
  });

  test('[PWD-1] a person whose name is not known breaks no rule with it', () => {
    expect(brokenRules('', { email: '', firstName: '' })).toEqual(['length', 'upper', 'lower', 'digit']);
    expect(brokenRules('   ', { email: ' ', firstName: '' })).not.toContain('notEmail');
    expect(PASSWORD_RULES).toHaveLength(6);
  });
});
