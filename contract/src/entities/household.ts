import { z } from 'zod';
import { HouseAccess } from './account.ts';

export const HouseholdMember = z.object({
  accountId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  access: HouseAccess,
  self: z.boolean().meta({ description: 'the person who asks' }),
});
export type HouseholdMember = z.infer<typeof HouseholdMember>;

/** Whose invitation it is. */
export const InvitedBy = z
  .string()
  .nullable()
  .meta({ description: 'name of the person of the household, or of the provider; null: not told' });

/** One that can still be accepted. Its code is in the mail and nowhere else. */
export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  access: HouseAccess,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  invitedBy: InvitedBy,
});
export type Invitation = z.infer<typeof Invitation>;
