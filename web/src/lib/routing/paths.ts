/** The paths of all screens, of the sign-in view and of the app. */
export const paths = {
  root: '/',
  home: '/user-home',
  logout: '/logout',
  account: '/my-account',
  profile: '/my-account/profile',
  security: '/my-account/security',
  preferences: '/my-account/preferences',
  household: '/my-account/household',
  settings: '/my-account/settings',
  device: '/device/{deviceId}',
  deviceSchedule: '/device/{deviceId}/schedule',
  deviceSettings: '/device/{deviceId}/settings',
  event: '/event/{eventId}',
  receipt: '/event/{eventId}/receipt',
  messages: '/message-center',
  inbox: '/message-center/inbox',
  favorites: '/message-center/favorites',
  archived: '/message-center/archived',
  inboxMessage: '/message-center/inbox/message/{messageId}',
  favoriteMessage: '/message-center/favorites/message/{messageId}',
  archivedMessage: '/message-center/archived/message/{messageId}',
  parts: '/dev/parts',
  plots: '/dev/plots',
  logon: '/logon',
  signedIn: '/logon/success',
  signInError: '/logon/error',
  passwordReset: '/logon/password-reset',
  totp: '/totp',
  magicLink: '/auth',
  authProxy: '/auth-proxy',
  linkHouse: '/link-house',
} as const;

/** All of them show the authentication screen. */
const PUBLIC_PATHS = [
  paths.logon,
  paths.signedIn,
  paths.signInError,
  paths.passwordReset,
  paths.totp,
  paths.magicLink,
  paths.authProxy,
  paths.linkHouse,
] as const;

const SIGNED_IN_PATHS = Object.values(paths).filter(
  (path) => path !== paths.root && !PUBLIC_PATHS.some((publicPath) => publicPath === path),
);

export interface Location {
  readonly path: string;
  readonly search: URLSearchParams;
}

/** `#/device/abc?tab=1` → path and query. */
export const parseHash = (hash: string): Location => {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const withoutSlash = path.replace(/\/+$/, '');
  return { path: withoutSlash === '' ? paths.root : withoutSlash, search: new URLSearchParams(query) };
};

/** null: malformed percent-encoding. */
const decode = (value: string): string | null => {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
};

/** The parameters of a path; null: the path does not match the pattern. */
export const matchPath = (pattern: string, path: string): Record<string, string> | null => {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith('{')) {
      if (value === '') return null;
      const decoded = decode(value);
      if (decoded === null) return null;
      params[part.slice(1, -1)] = decoded;
    } else if (part !== value) return null;
  }
  return params;
};

export const isPublic = (path: string): boolean => PUBLIC_PATHS.some((publicPath) => publicPath === path);

export const isSignedInPath = (path: string): boolean =>
  SIGNED_IN_PATHS.some((pattern) => matchPath(pattern, path) !== null);

export const DEVICE_TABS = ['status', 'schedule', 'settings'] as const;
export type DeviceTab = (typeof DEVICE_TABS)[number];

export const devicePath = (deviceId: string, tab: DeviceTab = 'status'): string =>
  `/device/${encodeURIComponent(deviceId)}${tab === 'status' ? '' : `/${tab}`}`;

export const eventPath = (eventId: string): string => `/event/${encodeURIComponent(eventId)}`;
export const receiptPath = (eventId: string): string => `${eventPath(eventId)}/receipt`;

/** The sign-in path, with the requested page as `return`, unless that is the sign-out page or unknown. */
export const logonPath = (requestedPath: string): string => {
  const { path } = parseHash(requestedPath);
  const canReturn = isSignedInPath(path) && path !== paths.logout;
  return canReturn
    ? `${paths.logon}?return=${encodeURIComponent(requestedPath.replace(/^#/, ''))}`
    : paths.logon;
};

/** Where a sign-in leads: to the path in `return`, if it is one of the app, else home. */
export const returnPath = ({ search }: Location): string => {
  const requestedPath = search.get('return') ?? '';
  const { path } = parseHash(requestedPath);
  return isSignedInPath(path) && path !== paths.logout ? requestedPath : paths.home;
};
