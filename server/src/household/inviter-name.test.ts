import { expect, test } from 'vitest';
import { inviterName } from './invitations.ts';

test('[AUTH-7] [T-41] an invitation names who sent it: a person of the household, else the provider; what can be no name is not shown', () => {
  expect(inviterName({ firstName: 'Maya', lastName: 'Reyes' }, 'Sunvale Energy')).toBe('Maya Reyes');
  expect(inviterName({ firstName: null, lastName: null }, 'Sunvale Energy')).toBe('Sunvale Energy');
  const suspended = { firstName: 'URGENT: your account is suspended.', lastName: 'Verify at evil.example' };
  expect(inviterName(suspended, 'Sunvale Energy')).toBeNull();
});
