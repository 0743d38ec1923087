import { expect, test } from 'vitest';
import { LEFT_BY_OWNER, enrolmentChange } from './enrolment.ts';
import type { EnrolmentContext, EnrolmentFields, EnrolmentLine } from './enrolment.ts';

const NOW = Date.parse('2026-11-15T18:00:00Z');
const FROM = NOW - 1_000;
const summer = {
  id: 'summer',
  kinds: ['tstat' as const],
  side: 'cool' as const,
  season: { from: '06-01', to: '09-30' },
};
const winter = { ...summer, id: 'winter', side: 'heat' as const, season: { from: '11-01', to: '03-31' } };
const context: EnrolmentContext = {
  now: NOW,
  program: winter,
  kind: 'tstat',
  defaultGroup: '80302',
  others: [],
};
const active: EnrolmentFields = {
  state: 'active',
  groupName: '80302',
  since: FROM,
  until: null,
  consentAt: FROM,
  consentSource: null,
  endReason: null,
};
const change = (
  line: Partial<EnrolmentLine>,
  stored: EnrolmentFields | null = null,
  more: Partial<EnrolmentContext> = {},
) => enrolmentChange({ from: FROM, ...line }, stored, { ...context, ...more });
const codes = (made: ReturnType<typeof change>) =>
  made.outcome === 'refused' ? made.problems.map(({ column, code }) => `${column} ${code}`) : made.outcome;

test('[API-3] with a consent an enrolment is active, without one it waits for it', () => {
  expect(change({ consentAt: FROM })).toEqual({ outcome: 'new', fields: active });
  expect(change({})).toMatchObject({ outcome: 'new', fields: { state: 'pending', consentAt: null } });
  expect(change({}, active)).toEqual({ outcome: 'unchanged' });
  // One of the time before consents were stored stays active.
  expect(change({ groupName: 'north' }, { ...active, consentAt: null })).toMatchObject({
    outcome: 'changed',
    fields: { state: 'active', groupName: 'north' },
  });
});

test('[API-3] it ends at its end, or when a reason says so', () => {
  expect(change({ until: NOW }, active)).toMatchObject({ fields: { state: 'ended' } });
  expect(change({ until: NOW + 1 }, active)).toMatchObject({ fields: { state: 'active', until: NOW + 1 } });
  expect(change({ endReason: 'moved' }, active)).toMatchObject({ fields: { state: 'ended' } });
  expect(codes(change({ until: FROM }))).toEqual(['until until_before_from']);
});

test('[T-44] what an owner left is begun again only by a later consent; until its end it goes on', () => {
  const left = { ...active, until: NOW - 1, endReason: LEFT_BY_OWNER, state: 'ended' } as const;
  const again = { consentAt: active.consentAt, until: null, endReason: null };
  expect(change({}, left)).toEqual({ outcome: 'unchanged' });
  expect(change(again, left)).toEqual({ outcome: 'unchanged' });
  expect(change({ consentAt: NOW }, left)).toMatchObject({
    fields: { state: 'active', until: null, endReason: null, consentAt: NOW },
  });
  const leaving = { ...left, until: NOW + 1, state: 'active' } as const;
  expect(change(again, leaving)).toEqual({ outcome: 'unchanged' });
  expect(change({ endReason: 'moved' }, leaving)).toMatchObject({ fields: { state: 'ended' } });
});

test('[T-44] a program that the provider does not have, or that does not fit the device, is refused', () => {
  expect(codes(change({}, null, { program: null }))).toEqual(['program_id program_unknown']);
  expect(codes(change({}, null, { kind: 'hwh' }))).toEqual(['program_id kind_not_in_program']);
  expect(codes(change({ endReason: 'left' }, null, { kind: 'hwh' }))).toEqual([
    'program_id kind_not_in_program',
  ]);
  expect(codes(change({ groupName: 'north' }, active, { kind: 'hwh' }))).toEqual([
    'program_id kind_not_in_program',
  ]);
});

test('[API-3] what is stored of a device that the program takes no more can be ended', () => {
  expect(change({ endReason: 'left' }, active, { kind: 'hwh' })).toMatchObject({
    outcome: 'changed',
    fields: { state: 'ended' },
  });
});

test('[API-3] a device is in one program of a side and season', () => {
  const also = (program: typeof winter | typeof summer, more: Partial<EnrolmentFields> = {}) =>
    codes(change({}, null, { others: [{ ...active, ...more, program }] }));
  const taken = ['program_id other_program'];
  expect(also({ ...winter, id: 'other', season: { from: '03-31', to: '04-30' } })).toEqual(taken);
  expect(also({ ...winter, id: 'other', season: { from: '04-01', to: '10-31' } })).toBe('new');
  expect(also({ ...winter, id: 'other' }, { state: 'ended' })).toBe('new');
  expect(also({ ...winter, id: 'other' }, { since: FROM - 2, until: FROM })).toBe('new');
  expect(also({ ...winter, id: 'other' }, { since: FROM - 2, until: FROM + 1 })).toEqual(taken);
  expect(also(summer)).toBe('new');
});
