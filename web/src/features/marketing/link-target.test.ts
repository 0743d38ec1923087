import { describe, expect, test } from 'vitest';
import { linkTargetOf } from './link-target.ts';

describe('[MKT-1] [T-22] the link of an offer', () => {
  test.each([
    ['#/my-account/profile', { kind: 'portal', name: '' }],
    ['https://sunvale.example/pool?from=portal', { kind: 'page', name: 'sunvale.example' }],
    ['https://sunvale.example@evil.example/', { kind: 'page', name: 'evil.example' }],
    ['mailto:help@sunvale.example', { kind: 'mail', name: 'help@sunvale.example' }],
    ['tel:+15550100', { kind: 'call', name: '+15550100' }],
  ] as const)('%s leads where it says', (link, target) => {
    expect(linkTargetOf(link)).toEqual(target);
  });

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'http://sunvale.example',
    '//evil.example',
    '/api/house',
    '#',
    '#/a b',
    'https://',
    'mailto:a%FF@sunvale.example',
    'tel:%E0%A4%A',
    '',
  ])('%j leads nowhere', (link) => {
    expect(linkTargetOf(link)).toBeNull();
  });
});
