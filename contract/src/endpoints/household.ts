import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { HouseAccess } from '../entities/account.ts';
import { HomeProgram } from '../entities/home-program.ts';
import { HouseholdMember, Invitation } from '../entities/household.ts';

const ownerCall = { access: 'owner', errors: ['not_found'] } as const;
const writes = { ...ownerCall, budget: 'write' } as const;

export const household = defineEndpoints({
  get: {
    ...ownerCall,
    method: 'GET',
    path: '/house/{houseId}/household',
    summary: 'Who belongs to the household, and who is invited; for its owners',
    budget: 'read',
    repeat: 'safe',
    response: z.object({
      members: z.array(HouseholdMember),
      invitations: z.array(Invitation),
      keptMonths: z.int().meta({ description: 'so long its data are kept after it was closed' }),
    }),
  },
  programs: {
    method: 'GET',
    path: '/house/{houseId}/program',
    summary: 'Programs that the home takes part in: what each asks and pays, and since when',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: z.array(HomeProgram),
  },
  leaveProgram: {
    ...writes,
    method: 'DELETE',
    path: '/house/{houseId}/program/{programId}',
    summary: 'Leave a program from the next event on; an event that runs is carried on to its end',
    repeat: 'same-result',
    response: null,
  },
  close: {
    ...writes,
    method: 'DELETE',
    path: '/house/{houseId}/household',
    summary:
      'Close the household: its devices are released, nobody has access any more, who has no other home is signed out',
    repeat: 'same-result',
    response: null,
    errors: [...ownerCall.errors, 'confirm_identity'],
  },
  invite: {
    ...writes,
    method: 'POST',
    path: '/house/{houseId}/household/invitation',
    summary: 'Invite a person by mail; an earlier invitation of the same address ends',
    repeat: 'new-effect',
    body: z.strictObject({ email: z.string().min(1).max(254), access: HouseAccess }),
    response: Invitation,
    status: 201,
    errors: [...ownerCall.errors, 'email_invalid', 'already_member', 'confirm_identity'],
  },
  revoke: {
    ...writes,
    method: 'DELETE',
    path: '/house/{houseId}/household/invitation/{invitationId}',
    summary: 'Withdraw an invitation: its code is worth nothing any more',
    repeat: 'same-result',
    shed: 'last',
    response: null,
  },
  changeMember: {
    ...writes,
    method: 'PUT',
    path: '/house/{houseId}/household/member/{accountId}',
    summary: 'Change what a person of the household may do',
    repeat: 'same-result',
    body: z.strictObject({ access: HouseAccess }),
    response: HouseholdMember,
    errors: [...ownerCall.errors, 'last_owner', 'confirm_identity'],
  },
  removeMember: {
    ...writes,
    method: 'DELETE',
    path: '/house/{houseId}/household/member/{accountId}',
    summary: 'Take a person out of the household; they lose access with their next call',
    repeat: 'same-result',
    shed: 'last',
    response: null,
    errors: [...ownerCall.errors, 'last_owner'],
  },
});
