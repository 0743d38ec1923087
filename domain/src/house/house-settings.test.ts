import { describe, expect, test } from 'vitest';
import { settingsOfHouse } from './house-settings.ts';

const provider = {
  enableSms: true,
  enableVoiceNotifications: false,
  enableHomeMessageCenterPage: true,
  enableHomeLeaderboard: true,
  enableHomeEventCalendar: true,
  enableHomeMarketing: false,
  enableHomeWeather: true,
  enablePhoneNumberVerificationModal: false,
  enableAutoSchedule: false,
  enableCustomHwhSchedule: false,
  leaderboardStart: null,
};
const NOW = new Date('2026-01-01T03:00:00Z');

describe('the switches of a house', () => {
  test('[SHELL-8] are those of its provider', () => {
    const { leaderboardStart: _, ...switches } = provider;
    expect(settingsOfHouse(provider, null, 'America/Denver', NOW)).toMatchObject(switches);
    expect(settingsOfHouse(provider, {}, 'America/Denver', NOW)).toMatchObject(switches);
  });

  test('[SHELL-8] with the differences stored for the house on top, in both directions', () => {
    const own = { enableSms: false, enableAutoSchedule: true };
    expect(settingsOfHouse(provider, own, 'America/Denver', NOW)).toMatchObject({
      enableSms: false,
      enableAutoSchedule: true,
      enableHomeMessageCenterPage: true,
    });
    expect(provider.enableSms).toBe(true);
  });
});

describe('the start of the leaderboard', () => {
  test.each([
    ['America/Denver', '2025-01-01T07:00:00.000Z'],
    ['Australia/Sydney', '2025-12-31T13:00:00.000Z'],
    ['America/St_Johns', '2025-01-01T03:30:00.000Z'],
  ])('[LEAD-3] is by default the start of the current year at the house: %s', (zone, start) => {
    expect(settingsOfHouse(provider, null, zone, NOW).leaderboardStart).toBe(start);
  });

  test('[LEAD-3] is what the provider set, unless the house has its own', () => {
    const set = { ...provider, leaderboardStart: '2025-06-01T00:00:00.000Z' };
    const own = { leaderboardStart: '2025-09-01T00:00:00.000Z' };
    expect(settingsOfHouse(set, null, 'America/Denver', NOW).leaderboardStart).toBe(set.leaderboardStart);
    expect(settingsOfHouse(set, own, 'America/Denver', NOW).leaderboardStart).toBe(own.leaderboardStart);
  });
});
