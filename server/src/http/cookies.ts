import { SECOND } from '#domain/time/time.ts';

export const readCookie = (header: string | undefined, name: string): string | null => {
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) || null;
};

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly maxAgeMs: number;
  readonly sameSite: 'Strict' | 'Lax';
  readonly isSecure: boolean;
}

/** Sent to the sign-in calls alone, and never readable by scripts. */
export const cookieText = ({ name, value, maxAgeMs, sameSite, isSecure }: Cookie): string => {
  const age = Math.floor(maxAgeMs / SECOND);
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=/api/auth; Max-Age=${age}; HttpOnly; SameSite=${sameSite}${secure}`;
};
