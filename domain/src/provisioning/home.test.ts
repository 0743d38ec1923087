import { expect, test } from 'vitest';
import { homeChange } from './home.ts';
import type { HomeFields, HomeLine, StoredHome } from './home.ts';

const NOW = Date.parse('2026-11-15T18:00:00Z');
const context = { now: NOW, zoneOfPostalCode: null };
const fields: HomeFields = {
  address: '1 Main Street',
  city: 'Boulder',
  zipcode: '80302',
  country: 'US',
  timezone: 'America/Denver',
  latitude: 40,
  longitude: -105,
  meterId: 'm-1',
  feeder: null,
  substation: null,
  groupName: null,
  lifeSupport: true,
  mayExport: true,
  mayChargeFromGrid: false,
};
const stored: StoredHome = { fields, isClosed: false, accountNumber: 'A-1' };
const change = (line: Partial<HomeLine>, of: StoredHome | null = stored) =>
  homeChange({ fields: {}, ...line }, of, context);
const codes = (made: ReturnType<typeof change>) =>
  made.outcome === 'refused' ? made.problems.map(({ column, code }) => `${column} ${code}`) : made.outcome;

test('[API-3] a home that is not stored needs an account number, an address, a postal code and a zone', () => {
  expect(codes(change({}, null))).toEqual([
    'account_number missing',
    'address missing',
    'postal_code missing',
    'timezone missing',
  ]);
  const { timezone: _, ...others } = fields;
  const line = { accountNumber: 'A-1', fields: others };
  expect(homeChange(line, null, { now: NOW, zoneOfPostalCode: 'America/Denver' })).toEqual({
    outcome: 'new',
    fields,
    accountNumber: 'A-1',
    notes: [{ column: 'timezone', code: 'zone_derived', value: 'America/Denver' }],
  });
  const placeless = { ...fields, latitude: null };
  const codeOf = (country: string | null) =>
    change({ accountNumber: 'A-1', fields: { ...placeless, country } }, null);
  expect([codeOf('US'), codeOf(null)]).toMatchObject([
    { notes: [{ column: 'latitude', code: 'place_derived' }] },
    { notes: [{ column: 'latitude', code: 'place_unknown' }] },
  ]);
  expect(change({ accountNumber: 'A-1', status: 'closed', fields }, null)).toEqual({ outcome: 'unchanged' });
  expect(
    change({ accountNumber: 'A-1', fields: { ...others, timezone: 'America/Denver', city: null } }, null),
  ).toEqual({ outcome: 'new', fields: { ...fields, city: null }, accountNumber: 'A-1', notes: [] });
});

test('[API-3] what is not given stays, what is cleared goes, and the same again changes nothing', () => {
  expect(change({ accountNumber: 'A-1', fields })).toEqual({ outcome: 'unchanged' });
  expect(change({})).toEqual({ outcome: 'unchanged' });
  expect(change({ fields: { city: null, meterId: 'm-2', address: undefined } })).toEqual({
    outcome: 'changed',
    set: { city: null, meterId: 'm-2' },
    accountNumber: null,
    closes: false,
    notes: [],
  });
});

test('[T-44] what a home cannot be without is not cleared, and life support only by a plain no', () => {
  const nothing = { address: null, zipcode: null, timezone: null, lifeSupport: null, mayExport: null };
  expect(codes(change({ fields: nothing }))).toEqual([
    'address not_clearable',
    'postal_code not_clearable',
    'timezone not_clearable',
    'life_support not_clearable',
    'may_export not_clearable',
  ]);
  expect(codes(change({ fields: { timezone: 'Mars/Olympus' } }))).toEqual(['timezone zone_unknown']);
  expect(change({ fields: { lifeSupport: false } })).toMatchObject({
    outcome: 'changed',
    set: { lifeSupport: false },
    notes: [{ column: 'life_support', code: 'life_support_cleared' }],
  });
  expect(change({ accountNumber: 'A-2' })).toMatchObject({ outcome: 'moved', set: {} });
});

test('[API-3] another account number is a move, unless it is the new number of the same household', () => {
  expect(change({ accountNumber: 'A-2', fields: { city: 'Denver' } })).toEqual({
    outcome: 'moved',
    set: { city: 'Denver', mayExport: false },
    accountNumber: 'A-2',
    notes: [],
  });
  const renamed = { outcome: 'changed', set: {}, accountNumber: 'A-2', closes: false, notes: [] };
  expect(change({ accountNumber: 'A-2', previousAccountNumber: 'A-1' })).toEqual(renamed);
  expect(codes(change({ accountNumber: 'A-2', previousAccountNumber: 'A-9' }))).toEqual([
    'previous_account_number account_number_differs',
  ]);
  // The same file again.
  const again = { ...stored, accountNumber: 'A-2' };
  expect(change({ accountNumber: 'A-2', previousAccountNumber: 'A-1' }, again).outcome).toBe('unchanged');
  // A home of the time before account numbers gets one.
  expect(change({ accountNumber: 'A-2' }, { ...stored, accountNumber: null })).toEqual(renamed);
  expect(codes(change({ accountNumber: 'A-2', moveInDate: NOW + 1 }))).toEqual([
    'move_in_date move_in_future',
  ]);
  expect(change({ accountNumber: 'A-2', moveInDate: NOW }).outcome).toBe('moved');
});

test('[API-3] a home is closed once, and opened again by whoever moves in', () => {
  const closed = { ...stored, isClosed: true };
  expect(change({ status: 'closed' })).toMatchObject({ outcome: 'changed', closes: true });
  expect(change({ status: 'closed' }, closed)).toEqual({ outcome: 'unchanged' });
  expect(change({ accountNumber: 'A-1' }, closed)).toEqual({ outcome: 'unchanged' });
  expect(change({ accountNumber: 'A-1', status: 'active' }, closed).outcome).toBe('moved');
  expect(change({ accountNumber: 'A-2' }, closed).outcome).toBe('moved');
  expect(codes(change({ status: 'active' }, closed))).toEqual(['account_number missing']);
  expect(codes(change({ accountNumber: 'A-2', status: 'closed' }))).toEqual([
    'account_number account_number_differs',
  ]);
});

test('[API-3] [T-28] what a household allows its battery ends with it, unless the next one allows it too', () => {
  const moves = (given: HomeLine['fields']) => change({ accountNumber: 'A-2', fields: given });
  expect(moves({})).toMatchObject({ outcome: 'moved', set: { mayExport: false } });
  const both = moves({ mayExport: true, mayChargeFromGrid: true });
  expect(both).toMatchObject({ outcome: 'moved', set: { mayChargeFromGrid: true } });
  expect('set' in both && 'mayExport' in both.set).toBe(false);
  expect(change({ fields: { mayExport: false } })).toMatchObject({
    outcome: 'changed',
    set: { mayExport: false },
  });
});
