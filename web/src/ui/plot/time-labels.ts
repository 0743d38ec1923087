import type { PlotModel } from '#domain/plot/model.ts';
import { ticksThatFit, timeTicks } from '#domain/plot/period.ts';
import type { Calendar, TimeTick } from '#domain/plot/period.ts';
import { fitInTurn, labelRoom } from './layout.ts';
import type { PlotLayout } from './layout.ts';
import { shortHourText, timeTickText } from './plot-text.ts';

interface TimeLabel {
  readonly tick: TimeTick;
  readonly text: string;
}

/** The ticks of the time axis that are labelled: all of them, hours in shorter words before any is left out. */
export const timeLabels = (
  { period }: Pick<PlotModel, 'period'>,
  layout: PlotLayout,
  calendar: Calendar,
): TimeLabel[] => {
  const textOf = (tick: TimeTick) => timeTickText(tick, period.range, calendar.zone);
  const all = timeTicks(period, calendar);
  const shown = ticksThatFit(all, labelRoom(layout, all.map(textOf)));
  if (period.range === 'day' && shown.length < all.length) {
    const short = all.map((tick) => ({ tick, text: shortHourText(tick, calendar.zone) }));
    const texts = short.map(({ text }) => text);
    if (fitInTurn(layout, texts)) return short;
  }
  return shown.map((tick) => ({ tick, text: textOf(tick) }));
};
