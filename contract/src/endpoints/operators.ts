import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { Language } from '../entities/account.ts';

const Name = z.string().trim().min(1).max(100);

export const operators = defineEndpoints({
  add: {
    access: 'operator',
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
      'second_factor_required',
      'not_found',
      'email_invalid',
      'name_invalid',
      'account_exists',
      'confirm_identity',
    ],
  },
});
