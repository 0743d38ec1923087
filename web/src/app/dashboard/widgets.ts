import type { ComponentType } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { House, ProviderSettings } from '#contract/entities/house.ts';
import { devicesWidget } from '#web/features/devices/devices.widget.tsx';
import { energyWidget } from '#web/features/energy/energy.widget.tsx';
import { eventsWidget } from '#web/features/events/events.widget.tsx';
import { marketingWidget } from '#web/features/marketing/marketing.widget.tsx';
import { powerWidget } from '#web/features/power/power.widget.tsx';
import { eventDaysWidget } from '#web/features/results/event-days/event-days.widget.tsx';
import { leaderboardWidget } from '#web/features/results/leaderboard/leaderboard.widget.tsx';
import { monthWidget } from '#web/features/results/month/month.widget.tsx';
import { resultNewsWidget } from '#web/features/results/news/result-news.widget.tsx';
import { rewardsWidget } from '#web/features/results/rewards/rewards.widget.tsx';
import { greetingWidget } from '#web/features/greeting/greeting.widget.tsx';
import { weatherWidget } from '#web/features/weather/weather.widget.tsx';

/**
 * head: also while the data are awaited. events: the messages below it. main, side-top, side: the upper part; from 1024 px on
 * `side-top` stands beside the messages and `side` beside `main`; on smaller screens they follow each other in the order of
 * the list, as accordions. devices: the cards. results: below the first screen, when the browser has time. offers: last, with them.
 */
type Area = 'head' | 'events' | 'main' | 'side-top' | 'side' | 'devices' | 'results' | 'offers';

export interface Widget {
  readonly id: string;
  readonly area: Area;
  readonly shown: (settings: ProviderSettings, house: House, devices: readonly DashboardDevice[]) => boolean;
  readonly Component: ComponentType;
}

/** In the order in which a phone shows them. */
export const widgets: readonly Widget[] = [
  greetingWidget,
  eventsWidget,
  resultNewsWidget,
  powerWidget,
  monthWidget,
  energyWidget,
  weatherWidget,
  devicesWidget,
  eventDaysWidget,
  leaderboardWidget,
  rewardsWidget,
  marketingWidget,
];
