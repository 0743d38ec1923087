import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { PhoneNumber, User } from '../entities/account.ts';
import { Flag } from '../flag.ts';

export const account = defineEndpoints({
  get: {
    method: 'GET',
    path: '/account/{id}',
    summary: 'The signed-in person',
    access: 'self',
    budget: 'read',
    repeat: 'safe',
    query: z.object({ includeTotp: Flag, includeHasPassword: Flag }),
    response: User,
  },
  phoneNumbers: {
    method: 'GET',
    path: '/account/{id}/phonenumber',
    summary: 'Phone numbers of the signed-in person',
    access: 'self',
    budget: 'read',
    repeat: 'safe',
    response: z.array(PhoneNumber),
  },
});
