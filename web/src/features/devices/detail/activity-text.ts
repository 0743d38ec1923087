import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { Activity } from '#contract/entities/history.ts';
import { reasonSentence } from '#domain/events/people/sentences.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { temperature } from '#web/lib/language/format.ts';
import { labelFor, t } from '#web/lib/language/i18n.ts';
import { sentenceText } from '#web/lib/language/sentence-text.ts';
import { modeLabel } from '../card/card-content.ts';

const isTrue = (value: Activity['value']): boolean => ['TRUE', 'HOME'].includes(String(value).toUpperCase());

const CHARGER_FAULTS: readonly unknown[] = ['UNREACHABLE', 'ERROR'];

/**
 * A charger that is in use but does not charge has either stopped, or was just plugged in. After a fault nobody knows when
 * its cable was moved.
 */
const chargerText = (value: string, before: Activity | undefined): string => {
  if (value === 'INUSE' && before?.value === 'INUSE_CHARGING') return t('activity.stopped');
  if (['AVAILABLE', 'INUSE'].includes(value) && CHARGER_FAULTS.includes(before?.value)) {
    return t('activity.charger.again');
  }
  return labelFor('activity.charger', value);
};

const SETPOINTS = {
  'thermostat-heat-setpoint': 'activity.set.heat',
  'thermostat-cool-setpoint': 'activity.set.cool',
} as const;

/** A change as a person would say it. `before`: the change of the same resource before it. */
const activityText = (
  { key, value }: Activity,
  before: Activity | undefined,
  device: DashboardDevice,
): string => {
  const word = String(value);
  if (kindOf(device.kind).resources[key]?.measure === 'temperature') {
    const { value: degrees, unit } = temperature(Number(value));
    const message = key in SETPOINTS ? SETPOINTS[key as keyof typeof SETPOINTS] : 'activity.set';
    return t(message, { value: `${degrees} ${unit}` });
  }
  switch (key) {
    case 'status':
      return labelFor('activity.status', word);
    case 'thermostat-hold':
      return t(isTrue(value) ? 'activity.held' : 'activity.released');
    case 'ev-plugged-in-status':
      return t(isTrue(value) ? 'activity.pluggedIn' : 'activity.unplugged');
    case 'ev-location-status':
      return t(isTrue(value) ? 'activity.cameHome' : 'activity.leftHome');
    case 'ev-charging-status':
      return labelFor('activity.car', word);
    case 'evse-mode':
      return chargerText(word, before);
    default:
      return key.endsWith('fan-mode')
        ? t('activity.fan', { value: labelFor('fan', word) })
        : t('activity.mode', { value: modeLabel(word, device.mfg) });
  }
};

/** Why the server set the device by itself; null: a person did, or nobody knows. */
const reasonText = ({ because }: Activity, zone: string): string | null => {
  if (because === null) return null;
  switch (because.code) {
    case 'schedule':
    case 'safety':
      return t(`activity.because.${because.code}`);
    case 'event':
      return sentenceText(reasonSentence({ ...because, until: Date.parse(because.until) }), zone);
    default:
      return sentenceText(reasonSentence(because), zone);
  }
};

export interface ActivityLine {
  readonly text: string;
  /** Why the server did it. */
  readonly because: string | null;
  readonly time: string;
}

/** The changes, newest first, in words; a change that two resources report is told once. */
export const activityLines = (
  changes: readonly Activity[],
  device: DashboardDevice,
  zone: string,
): ActivityLine[] => {
  const lines: ActivityLine[] = [];
  for (const [index, change] of changes.entries()) {
    const before = changes.slice(index + 1).find(({ key }) => key === change.key);
    const line = {
      text: activityText(change, before, device),
      because: reasonText(change, zone),
      time: change.time,
    };
    const last = lines.at(-1);
    if (last?.text !== line.text || last.time !== line.time) lines.push(line);
  }
  return lines;
};
