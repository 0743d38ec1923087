import { z } from 'zod';
import { defineEndpoints, operatorCall } from '../endpoint.ts';
import { Language } from '../entities/account.ts';
import { Operator } from '../entities/operator.ts';

const Name = z.string().trim().min(1).max(100);

export const operators = defineEndpoints({
  list: {
    ...operatorCall,
    method: 'GET',
    path: '/operator/operator',
    summary: 'The operators of the provider, first added first',
    budget: 'read',
    repeat: 'safe',
    response: z.array(Operator),
  },
  add: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/operator',
    summary:
      'Make an account for another operator, with the limits of the one who asks; a mail with a link that sets its password is sent',
    budget: 'write',
    repeat: 'new-effect',
    body: z.strictObject({
      email: z.string().min(1).max(254),
      firstName: Name,
      lastName: Name,
      language: Language.optional().meta({ description: "the provider's first unless given" }),
    }),
    response: z.object({ accountId: z.string(), email: z.string(), expiresAt: z.iso.datetime() }),
    status: 201,
    errors: [
      ...operatorCall.errors,
      'email_invalid',
      'name_invalid',
      'name_unlikely',
      'email_taken',
      'confirm_identity',
    ],
  },
  remove: {
    ...operatorCall,
    method: 'DELETE',
    path: '/operator/operator/{operatorId}',
    summary:
      'Take the right of an operator away: their sessions and open invitations end, the account stays; not of the last one',
    budget: 'write',
    repeat: 'same-result',
    shed: 'last',
    response: null,
    errors: [...operatorCall.errors, 'last_operator', 'confirm_identity'],
  },
});
