import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#domain/testing/property-runs.ts';
import {
  devicePath,
  isPublic,
  isSignedInPath,
  logonPath,
  matchPath,
  parseHash,
  paths,
  returnPath,
} from './paths.ts';

const PUBLIC = [
  '/logon',
  '/logon/success',
  '/logon/error',
  '/logon/password-reset',
  '/totp',
  '/auth',
  '/auth-proxy',
  '/link-house',
];

/** Where the link of a logon path leads after sign-in. */
const leadsTo = (hash: string) => returnPath(parseHash(hash));

describe('parseHash', () => {
  test.each([
    ['', '/', ''],
    ['#', '/', ''],
    ['#/', '/', ''],
    ['#/user-home', '/user-home', ''],
    ['/user-home', '/user-home', ''],
    ['#/user-home/', '/user-home', ''],
    ['#/user-home///', '/user-home', ''],
    ['#/device/abc?tab=1', '/device/abc', 'tab=1'],
    ['#/device/abc?tab=1&x=a?b', '/device/abc', 'tab=1&x=a%3Fb'],
    ['#?lang=es', '/', 'lang=es'],
    ['#/my-account/profile?addPhoneNumber', '/my-account/profile', 'addPhoneNumber='],
  ])('%j is path %j and query %j', (hash, path, query) => {
    const parsed = parseHash(hash);
    expect([parsed.path, parsed.search.toString()]).toEqual([path, query]);
  });
});

describe('matchPath', () => {
  test.each([
    ['/device/{deviceId}', '/device/abc', { deviceId: 'abc' }],
    ['/device/{deviceId}', '/device/a%2Fb', { deviceId: 'a/b' }],
    ['/device/{deviceId}', '/device/', null],
    ['/device/{deviceId}', '/device', null],
    ['/device/{deviceId}', '/device/abc/more', null],
    ['/user-home', '/user-home', {}],
    ['/user-home', '/User-Home', null],
    ['/user-home', 'user-home', null],
  ])('%j and %j give %j', (pattern, path, expected) => {
    expect(matchPath(pattern, path)).toEqual(expected);
  });

  test('[ROUTE-1] a path with malformed percent-encoding is unknown, not an error', () => {
    expect(matchPath(paths.device, '/device/%')).toBeNull();
    expect(isSignedInPath('/device/%E0%A4%A')).toBe(false);
  });

  test('matchPath returns the id that devicePath was given', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        const { path } = parseHash(`#${devicePath(id)}`);
        expect(matchPath(paths.device, path)).toEqual({ deviceId: id });
      }),
    );
  });
});

describe('public paths', () => {
  test('[ROUTE-2] there are eight public paths', () => {
    expect(PUBLIC.filter(isPublic)).toHaveLength(8);
    expect(PUBLIC.filter(isSignedInPath)).toEqual([]);
  });

  test('[ROUTE-3] no screen behind the sign-in is public', () => {
    const inside = Object.values(paths).filter((path) => path !== paths.root && !PUBLIC.includes(path));
    expect(inside.filter(isPublic)).toEqual([]);
    expect(inside.length).toBeGreaterThan(9);
  });
});

describe('the way back', () => {
  test.each([
    '/user-home',
    '/device/abc123',
    '/my-account',
    '/my-account/profile?addPhoneNumber',
    '/message-center/inbox',
    '/device/abc?from=2026-01-01&to=2026-01-02',
  ])('[ROUTE-3] %s is returned to, query and all', (asked) => {
    const logon = logonPath(`#${asked}`);
    expect(parseHash(logon).path).toBe('/logon');
    expect(leadsTo(logon)).toBe(asked);
  });

  test.each(['', '#', '#/', '#/nowhere', '#/logout', '#/logon', '#/totp?code=1'])(
    '[ROUTE-3] %j is nothing to return to',
    (asked) => {
      expect(logonPath(asked)).toBe('/logon');
      expect(leadsTo(logonPath(asked))).toBe('/user-home');
    },
  );

  test('[ROUTE-3] [ROUTE-6] a sign-in never leads straight to the sign-out', () => {
    expect(leadsTo('#/logon?return=/logout')).toBe('/user-home');
    expect(leadsTo('#/logon?return=%2Flogout%2F')).toBe('/user-home');
  });

  test.each([
    'https://evil.example/',
    '//evil.example/user-home',
    String.raw`/\evil.example`,
    'javascript:alert(1)',
    '/user-home/../../evil',
    '/logon?return=/logon',
    ' /user-home',
  ])('[T-17] %j leads home', (asked) => {
    expect(leadsTo(`#/logon?return=${encodeURIComponent(asked)}`)).toBe('/user-home');
  });

  const piece = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom(
      ...Object.values(paths),
      ...PUBLIC,
      '//evil.example',
      'javascript:alert(1)',
      String.raw`\\evil`,
      '%2F%2Fevil.example',
      '%',
      '%E0%A4%A',
      '#',
      '?return=',
      '&reason=expired',
      '\n',
      '\u2028',
      '\0',
    ),
  );
  const hostile = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));

  const staysInside = (target: string) => {
    // As the browser resolves the address that `navigate` sets.
    const address = new URL(`#${target}`, 'https://portal.example/?pid=sunvale');
    expect(address.origin + address.pathname + address.search).toBe('https://portal.example/?pid=sunvale');
  };

  test('[ROUTE-3] [T-17] no `return` value leads outside the routes of the app', () => {
    fc.assert(
      fc.property(hostile, (asked) => {
        const target = returnPath({ path: '/logon', search: new URLSearchParams({ return: asked }) });
        expect(isSignedInPath(parseHash(target).path)).toBe(true);
        staysInside(target);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('[ROUTE-3] [T-17] for any requested path, logonPath is a logon path and returnPath undoes it', () => {
    fc.assert(
      fc.property(hostile, (asked) => {
        const logon = logonPath(`#${asked}`);
        expect(parseHash(logon).path).toBe('/logon');
        expect([...parseHash(logon).search.keys()].every((key) => key === 'return')).toBe(true);
        staysInside(logon);
        expect(isSignedInPath(parseHash(leadsTo(logon)).path)).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
