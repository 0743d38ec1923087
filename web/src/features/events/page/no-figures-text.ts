import type { SavedSoFar } from '#contract/entities/result.ts';
import { QUARTER } from '#domain/telemetry/meter.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { say } from '#web/lib/feedback/say.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import type { Dispatch } from '../dispatch.ts';

/** Readings of a quarter hour may come that long after it. */
const LATE = 2 * MINUTE;

const SILENT: readonly string[] = ['offline', 'data_missing', 'meter_ran_backwards', 'readings_deleted'];

/** Why a running event has no figures, by what the server says of its devices. */
export const noFiguresText = (
  { startTime, endTime, devices }: Dispatch,
  answer: readonly SavedSoFar[],
  zone: string,
  /** ms */
  at: number,
): string => {
  const firstQuarterEnd = Math.ceil(startTime / QUARTER) * QUARTER + QUARTER;
  if (firstQuarterEnd > endTime) return t('receipt.reason.window_too_short');
  const staying = new Set(devices.filter(({ optOut }) => optOut === null).map(({ deviceId }) => deviceId));
  const reasons = answer.flatMap(({ deviceId, reason }) => (reason && staying.has(deviceId) ? [reason] : []));
  // No quarter hour is over yet.
  const known = reasons.find(({ code }) => code !== 'window_too_short');
  if (known) {
    const { code, ...values } = known;
    return SILENT.includes(code) ? t('event.page.soFar.silent') : t(`receipt.reason.${code}`, values);
  }
  const firstAt = firstQuarterEnd + LATE;
  if (at >= firstAt) return t('event.page.soFar.late');
  return firstAt < endTime
    ? say('event.page.soFar.awaited', { time: timeOfDay(new Date(firstAt), zone) })
    : t('event.page.soFar.after');
};
