import { z } from 'zod';
import { defineEndpoints, operatorCall } from '../endpoint.ts';
import { OperatorHome, Provisioned } from '../entities/operator-home.ts';

const writes = {
  ...operatorCall,
  budget: 'write',
  repeat: 'same-result',
  response: Provisioned,
  errors: [...operatorCall.errors, 'home_refused'],
} as const;

/** Its form is checked as that of a cell of a file. */
const Text = z.string().trim().min(1).max(200);
const Cleared = Text.nullable().optional().meta({ description: 'null clears it' });
const Day = Text.meta({ description: 'a day in the zone of the home, or an instant' });
const Place = z.number().nullable().optional();

export const operatorHome = defineEndpoints({
  list: {
    ...operatorCall,
    method: 'GET',
    path: '/operator/home',
    summary: 'Homes of the provider by premise, or the one with this premise or account number',
    budget: 'read',
    repeat: 'safe',
    query: z.object({
      query: Text.optional().meta({ description: 'a premise or an account number, whole' }),
      cursor: Text.optional().meta({ description: '`next` of the page before' }),
    }),
    response: z.object({
      homes: z.array(OperatorHome).meta({ description: 'at most a hundred' }),
      next: z.string().nullable().meta({ description: 'null: this was the last page' }),
    }),
  },
  put: {
    ...writes,
    method: 'PUT',
    path: '/operator/home/{premiseId}',
    summary:
      'Add a home or change it (ids in paths have at most 200 characters): what is not named stays; another account number needs the one before, or a move',
    body: z.strictObject({
      accountNumber: Text.optional(),
      previousAccountNumber: Text.optional(),
      status: z.enum(['active', 'closed']).optional(),
      address: Text.optional(),
      city: Cleared,
      postalCode: Text.optional(),
      country: Cleared,
      timezone: Text.optional(),
      latitude: Place,
      longitude: Place,
      meterId: Cleared,
      feeder: Cleared,
      substation: Cleared,
      group: Cleared,
      lifeSupport: z.boolean().optional(),
      mayExport: z.boolean().optional(),
      mayChargeFromGrid: z.boolean().optional(),
    }),
    errors: [...writes.errors, 'home_moves'],
  },
  move: {
    ...writes,
    method: 'POST',
    path: '/operator/home/{premiseId}/move',
    summary:
      'Another household lives in the home from now on: the one before it ends, and nothing of it is left to the next',
    body: z.strictObject({
      accountNumber: Text,
      moveInDate: Day.optional().meta({ description: 'not in the future' }),
    }),
  },
  putDevice: {
    ...writes,
    method: 'PUT',
    path: '/operator/home/{premiseId}/device/{link}/{uid}',
    summary: 'Add a device by its id behind its link, change it, or remove it; what is not named stays',
    body: z.strictObject({
      kind: Text.optional(),
      maker: Text.optional(),
      model: Cleared,
      name: Cleared,
      installedOn: Day.nullable().optional(),
      status: z.enum(['active', 'removed']).optional(),
      replaces: Text.optional().meta({
        description: 'id of a device of the home: its name, schedules and programs go over to this one',
      }),
    }),
  },
  putEnrolment: {
    ...writes,
    method: 'PUT',
    path: '/operator/home/{premiseId}/enrolment/{programId}',
    summary: 'Enrol devices of a home in a program, all of them or none',
    body: z.strictObject({
      devices: z
        .array(z.strictObject({ link: Text, uid: Text }))
        .min(1)
        .max(50)
        .refine(
          (all) => new Set(all.map(({ link, uid }) => JSON.stringify([link, uid]))).size === all.length,
          'must differ',
        )
        .optional()
        .meta({ description: 'unless given: all that fit the program' }),
      from: Day,
      until: Day.optional().meta({ description: 'unless given: it has no end' }),
      group: Cleared,
      consentAt: Day.nullable().optional().meta({ description: 'without it nobody takes part yet' }),
      consentSource: Cleared,
    }),
  },
  endEnrolment: {
    ...writes,
    method: 'DELETE',
    path: '/operator/home/{premiseId}/enrolment/{programId}',
    summary: 'End what devices of a home have in a program; devices that are in an event of it return',
    shed: 'last',
  },
});
