import { z } from 'zod';
import { defineEndpoints, operatorCall } from '../endpoint.ts';
import { HouseAccess, Language } from '../entities/account.ts';
import { Invitation } from '../entities/household.ts';

export const operatorHousehold = defineEndpoints({
  invite: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/house/{houseId}/invitation',
    summary:
      'Invite a person by mail into a home that has no owner who can sign in; an earlier invitation of the address ends',
    budget: 'write',
    repeat: 'new-effect',
    body: z.strictObject({
      email: z.string().min(1).max(254),
      access: HouseAccess,
      language: Language.optional().meta({ description: 'of the mail, unless the person has an account' }),
    }),
    response: Invitation,
    status: 201,
    errors: [...operatorCall.errors, 'email_invalid', 'already_member', 'home_has_owner', 'confirm_identity'],
  },
  resend: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/invitation/resend',
    summary:
      'Invite again whom the utility has invited and who has not come, at most a hundred at once and nobody twice an hour; earlier invitations end',
    budget: 'write',
    repeat: 'same-result',
    body: z.strictObject({
      accountNumber: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'of one household; else of all' }),
      sentBefore: z.iso
        .datetime({ offset: true })
        .optional()
        .meta({ description: 'only whose last invitation is older' }),
    }),
    response: z.object({
      sent: z.int(),
      left: z.int().meta({ description: 'who still waits for this: call again' }),
    }),
    errors: [...operatorCall.errors, 'confirm_identity'],
  },
  revoke: {
    ...operatorCall,
    method: 'DELETE',
    path: '/operator/house/{houseId}/invitation/{invitationId}',
    summary: 'Withdraw an invitation: its code is worth nothing any more',
    budget: 'write',
    repeat: 'same-result',
    shed: 'last',
    response: null,
  },
});
