import type { HouseAccess, Language } from '#contract/entities/account.ts';
import { UNCHANGED, differences, refused } from './change.ts';
import type { Given, Refused, Unchanged } from './change.ts';

/** What a utility says of somebody who has not come into the portal yet. */
export interface PersonFields {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** As the telephone network writes it; nobody has verified it. */
  readonly phone: string | null;
  readonly language: Language | null;
  readonly access: HouseAccess;
}

export interface PersonLine {
  readonly email: string;
  readonly fields: Given<PersonFields>;
  /** A mail with a code is to be sent. */
  readonly invite: boolean;
}

export interface NamedPerson {
  readonly fields: PersonFields;
  readonly isInvited: boolean;
}

export interface PersonContext {
  /** Who belongs to the home. */
  readonly members: readonly {
    readonly email: string;
    readonly access: HouseAccess;
    /** Whether they can sign in. */
    readonly active: boolean;
  }[];
  readonly languages: readonly Language[];
}

export type PersonChange =
  | Unchanged
  | Refused
  | { readonly outcome: 'new' | 'changed'; readonly fields: PersonFields; readonly invites: boolean };

const UNKNOWN: PersonFields = {
  firstName: null,
  lastName: null,
  phone: null,
  language: null,
  access: 'owner',
};

/**
 * What one line about a person does. Somebody who is in the home already changes their own data, and an owner who can sign in decides
 * alone who comes into it.
 */
export const personChange = (
  { email, fields: given, invite }: PersonLine,
  stored: NamedPerson | null,
  { members, languages }: PersonContext,
): PersonChange => {
  if (given.access === null) return refused({ column: 'access', code: 'not_clearable' });
  if (typeof given.language === 'string' && !languages.includes(given.language)) {
    return refused({ column: 'language', code: 'not_a_choice', value: given.language });
  }
  const member = members.find((one) => one.email === email);
  if (member) {
    return given.access === undefined || given.access === member.access
      ? UNCHANGED
      : refused({ column: 'access', code: 'person_decides' });
  }
  const set = differences(given, stored?.fields ?? UNKNOWN);
  const invites = invite && stored?.isInvited !== true;
  if (stored && !invites && Object.keys(set).length === 0) return UNCHANGED;
  if (members.some(({ access, active }) => access === 'owner' && active)) {
    return refused({ column: 'email', code: 'home_has_owner' });
  }
  const fields = { ...(stored?.fields ?? UNKNOWN), ...set };
  return { outcome: stored ? 'changed' : 'new', fields, invites };
};
