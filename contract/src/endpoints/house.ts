import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { HouseAccess } from '../entities/account.ts';
import { DashboardDevice } from '../entities/dashboard-device.ts';
import { HouseEvent } from '../entities/event.ts';
import { House, ProviderAccess, ProviderSettings } from '../entities/house.ts';
import { ProgramSeason } from '../entities/program.ts';
import { LatestResult, MonthlyResults } from '../entities/result.ts';
import { DeviceSchedule } from '../entities/schedule.ts';
import { Flag } from '../flag.ts';

export const Dashboard = z.object({
  access: HouseAccess.nullable().meta({ description: 'of the signed-in person; null for an admin' }),
  house: House,
  settings: ProviderSettings,
  devices: z.array(DashboardDevice),
  schedules: z.array(DeviceSchedule),
  activeEvents: z.array(HouseEvent),
  upcomingEvents: z.array(HouseEvent),
  leftEvents: z
    .array(HouseEvent)
    .meta({ description: 'events that all devices were taken out of, until their end' }),
  returningEvents: z.array(HouseEvent).meta({
    description: 'events that are over or cancelled, as long as devices go back to their own settings',
  }),
  storm: z
    .object({
      until: z.iso.datetime(),
      cause: z
        .record(z.string(), z.string())
        .nullable()
        .meta({ description: "the operator's words by language" }),
      deviceIds: z.array(z.string()).meta({ description: 'devices that events leave alone until then' }),
    })
    .nullable()
    .meta({ description: 'null: none is expected, or events would take nothing out of this house' }),
  programs: z
    .array(ProgramSeason)
    .meta({ description: 'that the house takes part in, the earliest season first' }),
  messages: z
    .object({
      unread: z.int().meta({ description: 'of the inbox' }),
      newest: z.string().nullable().meta({ description: 'uuid of the newest message of the inbox' }),
    })
    .meta({ description: 'of the signed-in person: lists of messages are asked for when this changes' }),
  phoneToVerify: z.boolean().meta({
    description: 'the signed-in person has a number that is neither verified nor opted out',
  }),
  preparing: z
    .object({ progress: z.number().min(0).max(1) })
    .nullable()
    .meta({
      description:
        'of a demo house whose past is still being stored: results, and what is made of it, come later; else null',
    }),
  monthlyResults: MonthlyResults.nullable().meta({ description: 'null: see preparing' }),
  latestResult: LatestResult.nullable().meta({
    description: 'null: none of the last days, or see preparing',
  }),
  resultsBeside: z.array(LatestResult).meta({
    description: 'of other dispatches that ran at the same time as the latest one, the newest first',
  }),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const house = defineEndpoints({
  get: {
    method: 'GET',
    path: '/house/{houseId}',
    summary: 'A house of the signed-in person',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    query: z.object({ includePrograms: Flag }),
    response: House,
  },
  providerSettings: {
    method: 'GET',
    path: '/house/{houseId}/provider-settings',
    summary: 'Switches that the provider set for the house',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: ProviderSettings,
  },
  providerAccess: {
    method: 'GET',
    path: '/house/{houseId}/provider-access',
    summary: 'Who of the provider looked at the house or changed something in it, newest first',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: z.array(ProviderAccess),
  },
  dashboard: {
    method: 'GET',
    path: '/house/{houseId}/dashboard',
    summary: 'First view and refresh of the dashboard in one call',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: Dashboard,
    etag: 'content',
  },
});
