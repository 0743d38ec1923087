import { expect, test } from 'vitest';
import { personChange } from './person.ts';
import type { NamedPerson, PersonContext, PersonLine } from './person.ts';

const EMPTY: PersonContext = { members: [], languages: ['en', 'es'] };
const line = (more: Partial<PersonLine> = {}): PersonLine => ({
  email: 'ann@home.example',
  fields: {},
  invite: false,
  ...more,
});
const named = (more: Partial<NamedPerson> = {}): NamedPerson => ({
  fields: { firstName: 'Ann', lastName: null, phone: null, language: null, access: 'owner' },
  isInvited: false,
  ...more,
});
const withMember = (access: 'owner' | 'member', active = true): PersonContext => ({
  ...EMPTY,
  members: [{ email: 'bob@home.example', access, active }],
});

test('[API-3] who is named first is an owner unless the line says otherwise, and is mailed only when asked for, once', () => {
  expect(personChange(line({ fields: { firstName: 'Ann' } }), null, EMPTY)).toEqual({
    outcome: 'new',
    fields: named().fields,
    invites: false,
  });
  expect(personChange(line(), named(), EMPTY)).toEqual({ outcome: 'unchanged' });
  expect(personChange(line({ invite: true }), named(), EMPTY)).toMatchObject({
    outcome: 'changed',
    invites: true,
  });
  expect(personChange(line({ invite: true }), named({ isInvited: true }), EMPTY)).toEqual({
    outcome: 'unchanged',
  });
  expect(personChange(line({ fields: { access: 'viewer', firstName: null } }), named(), EMPTY)).toMatchObject(
    {
      outcome: 'changed',
      fields: { access: 'viewer', firstName: null },
      invites: false,
    },
  );
});

test('[T-40] nobody is added to a home with an owner who can sign in, and nobody’s rights there are changed', () => {
  const refusal = (column: string, code: string) => ({ outcome: 'refused', problems: [{ column, code }] });
  expect(personChange(line({ invite: true }), null, withMember('owner'))).toEqual(
    refusal('email', 'home_has_owner'),
  );
  expect(personChange(line({ fields: { access: 'viewer' } }), null, withMember('owner'))).toEqual(
    refusal('email', 'home_has_owner'),
  );
  expect(personChange(line(), null, withMember('owner', false)).outcome).toBe('new');
  expect(personChange(line(), null, withMember('member')).outcome).toBe('new');
  expect(personChange(line(), named(), withMember('owner'))).toEqual({ outcome: 'unchanged' });
  const bob = { email: 'bob@home.example' };
  expect(personChange(line({ ...bob, invite: true }), null, withMember('member'))).toEqual({
    outcome: 'unchanged',
  });
  expect(personChange(line({ ...bob, fields: { access: 'owner' } }), null, withMember('member'))).toEqual(
    refusal('access', 'person_decides'),
  );
});

test('[T-44] a language that the provider does not have is refused', () => {
  expect(personChange(line({ fields: { language: 'xx' } }), null, EMPTY)).toEqual({
    outcome: 'refused',
    problems: [{ column: 'language', code: 'not_a_choice', value: 'xx' }],
  });
});
