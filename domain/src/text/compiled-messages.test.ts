import { describe, expect, test } from 'vitest';
import { format } from './compiled-messages.ts';
import type { Compiled } from './compiled-messages.ts';

/** Messages in the form that the compiler of the catalogue gives them. */
const devices: Compiled = [
  ['n', 'plural', { 0: ['No devices'], one: ['#', ' device'], other: ['#', ' devices of ', ['name']] }],
];
const guests: Compiled = [
  [
    'n',
    'plural',
    {
      offset: 1,
      0: ['Nobody'],
      1: [['name']],
      one: [['name'], ' and ', '#', ' other'],
      other: [['name'], ' and ', '#', ' others'],
    },
  ],
];
const place: Compiled = [['n', 'selectordinal', { one: ['#', 'st'], two: ['#', 'nd'], other: ['#', 'th'] }]];
const unit: Compiled = ['In ', ['unit', 'select', { F: ['Fahrenheit'], C: ['Celsius'], other: ['?'] }]];

const inEnglish = (message: Compiled, values: Parameters<typeof format>[1] = {}) =>
  format(message, values, 'en-US');

describe('values', () => {
  test('plain text stays as it is, and a value goes into its place', () => {
    expect(inEnglish(['Sign in'])).toBe('Sign in');
    expect(inEnglish(['Device #', ['id']], { id: 'abc' })).toBe('Device #abc');
  });

  test('[UX-40] numbers are written as the language and country write them', () => {
    const message: Compiled = [['n']];
    expect(format(message, { n: 12_345.5 }, 'en-US')).toBe('12,345.5');
    expect(format(message, { n: 12_345.5 }, 'es-ES')).toBe('12.345,5');
  });

  test('a text that looks like a number, a brace or a number sign is left alone', () => {
    expect(inEnglish([['a'], ' ', ['b']], { a: '12345', b: '{b} #' })).toBe('12345 {b} #');
  });

  test('a missing value is an error that names it, never a hole in the sentence', () => {
    expect(() => inEnglish([['name']])).toThrow('The message lacks a value for name');
    expect(() => inEnglish(devices, { n: 2 })).toThrow('name');
    expect(inEnglish(devices, { n: 1 })).toBe('1 device');
  });

  test.each([
    ['number', [['n', 'number']]],
    ['date', [['n', 'date', 'short']]],
    ['plural', [['n', 'plural']]],
    ['spellout', [['n', 'spellout', { other: ['x'] }]]],
  ] as const)('[LANG-1] a construct that is not supported throws: %s', (type, message) => {
    expect(() => inEnglish(message, { n: 1 })).toThrow(`The message formats n as ${type}`);
  });
});

describe('plural', () => {
  test.each([
    [0, 'No devices'],
    [1, '1 device'],
    [2, '2 devices of Maya'],
    [1_200, '1,200 devices of Maya'],
  ])('%i', (n, text) => {
    expect(inEnglish(devices, { n, name: 'Maya' })).toBe(text);
  });

  test.each([
    [0, 'Nobody'],
    [1, 'Maya'],
    [2, 'Maya and 1 other'],
    [5, 'Maya and 4 others'],
  ])('with an offset, %i counts the rest while exact numbers mean the whole', (n, text) => {
    expect(inEnglish(guests, { n, name: 'Maya' })).toBe(text);
  });

  test.each([
    [1, '1st'],
    [2, '2nd'],
    [11, '11th'],
    [22, '22nd'],
  ])('ordinal %i', (n, text) => {
    expect(inEnglish(place, { n })).toBe(text);
  });

  test('the rules are those of the language', () => {
    const message: Compiled = [['n', 'plural', { one: ['one'], other: ['other'] }]];
    expect(format(message, { n: 0 }, 'en')).toBe('other');
    expect(format(message, { n: 0 }, 'fr')).toBe('one');
  });

  test.each([
    ['1:00 p. m.', 'a la'],
    ['1:30', 'a la'],
    ['12:59 a.m.', 'a las'],
    ['10:00', 'a las'],
    ['0:30', 'a las'],
    ['mañana', 'a las'],
  ])('[LANG-1] a time of day counts by its hour: %s', (time, said) => {
    const message: Compiled = ['a ', ['time', 'plural', { one: ['la'], other: ['las'] }]];
    expect(format(message, { time }, 'es-US')).toBe(said);
  });

  test('outside of a plural the number sign is a letter like any other', () => {
    expect(inEnglish(['#', ['n']], { n: 1 })).toBe('#1');
  });
});

describe('select', () => {
  test.each([
    ['F', 'In Fahrenheit'],
    ['C', 'In Celsius'],
    ['K', 'In ?'],
    ['constructor', 'In ?'],
    ['offset', 'In ?'],
  ])('%s', (value, text) => {
    expect(inEnglish(unit, { unit: value })).toBe(text);
  });

  test('inside of a plural it keeps what was counted', () => {
    const message: Compiled = [
      [
        'n',
        'plural',
        { other: [['kind', 'select', { hot: ['#', ' hot'], other: ['#', ' cold'] }], ' of ', '#'] },
      ],
    ];
    expect(inEnglish(message, { n: 3, kind: 'hot' })).toBe('3 hot of 3');
  });
});
