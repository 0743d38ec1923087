import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { DeviceKind } from '../entities/device.ts';
import {
  DeviceReceipt,
  EventDay,
  EventDayPerformance,
  Leaderboard,
  LeaderboardListing,
  Reward,
  SavedSoFar,
  Savings,
} from '../entities/result.ts';
import { DayOrInstant } from '../day-or-instant.ts';

const reads = { method: 'GET', access: 'house', budget: 'read', repeat: 'safe' } as const;
const figures = { ...reads, needsHistory: true } as const;

export const results = defineEndpoints({
  receipt: {
    ...figures,
    path: '/house/{houseId}/event/{eventId}/receipt',
    summary:
      'What the results of the house in the dispatch were computed from, by device; empty until there are results',
    response: z.array(DeviceReceipt),
  },
  soFar: {
    ...figures,
    path: '/house/{houseId}/event/{eventId}/so-far',
    summary:
      'What devices of the house have saved in the dispatch so far, by its baseline rule; empty before it begins and once there are results',
    response: z.array(SavedSoFar),
  },
  reward: {
    ...figures,
    path: '/house/{houseId}/reward',
    summary: 'What the house has earned in events',
    response: Reward,
  },
  savings: {
    ...figures,
    path: '/house/{houseId}/savings',
    summary: 'What the house has saved in events, by year and month',
    response: Savings,
  },
  eventDays: {
    ...figures,
    path: '/house/{houseId}/event-day',
    summary:
      'Event days of the house, the newest first: those whose events begin in [start, end), the current month unless given',
    query: z.object({ start: DayOrInstant, end: DayOrInstant }),
    response: z.array(EventDay),
  },
  performance: {
    ...figures,
    path: '/house/{houseId}/event-day/{eventDay}/performance',
    summary: 'Energies of one event day, of all events or of those of one type',
    query: z.object({ type: DeviceKind.optional() }),
    response: EventDayPerformance,
  },
  leaderboard: {
    ...figures,
    path: '/house/{houseId}/program-leaderboard',
    summary: 'How the homes of the programs took part in events since the start of the leaderboard',
    response: Leaderboard,
  },
  listing: {
    ...reads,
    path: '/house/{houseId}/leaderboard-listing',
    summary: 'Whether others see the house on the leaderboard',
    response: LeaderboardListing,
  },
  changeListing: {
    method: 'PUT',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    path: '/house/{houseId}/leaderboard-listing',
    summary: 'Agree, or no longer agree, that others see the house on the leaderboard',
    body: LeaderboardListing,
    response: LeaderboardListing,
    errors: ['name_invalid', 'name_unlikely'],
  },
});
