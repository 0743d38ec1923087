import { z } from 'zod';
import { defineEndpoints, operatorCall } from '../endpoint.ts';
import { BalancePage, ParticipationPage, Payment } from '../entities/settlement.ts';
import { Instant } from '../instant.ts';

const reads = { ...operatorCall, method: 'GET', budget: 'read', repeat: 'safe' } as const;

const After = z.string().min(1).max(64).optional();

/** What came out of events, for the operator of the provider. */
export const settlements = defineEndpoints({
  balances: {
    ...reads,
    path: '/operator/reward',
    summary: 'What each house has earned in each program, by house: a page of them',
    query: z.object({ after: After, asOf: Instant }),
    response: BalancePage,
  },
  markPaid: {
    ...operatorCall,
    method: 'POST',
    budget: 'write',
    path: '/operator/reward/mark-paid',
    summary: 'Mark as paid what was confirmed in the programs until a moment; what was marked already stays',
    repeat: 'same-result',
    body: z.strictObject({
      programIds: z.array(z.string().min(1).max(64)).min(1).max(20),
      asOf: z.iso
        .datetime({ offset: true })
        .refine((value) => Number.isFinite(Date.parse(value)), 'must be a moment')
        .transform((value) => Date.parse(value))
        .meta({ description: 'of the list that was paid' }),
    }),
    response: Payment,
    errors: [...operatorCall.errors, 'confirm_identity', 'program_unknown'],
  },
  participation: {
    ...reads,
    path: '/operator/event/{eventId}/participation',
    summary: 'Every device in an event with its outcome and result, by house: a page of them',
    query: z.object({ after: After }),
    response: ParticipationPage,
  },
});
