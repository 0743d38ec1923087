import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { Activity } from '#contract/entities/history.ts';
import { visibleControlsOf } from '#domain/control/controls.ts';
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
    case 'battery-outage':
      return t(isTrue(value) ? 'activity.outage' : 'activity.gridBack');
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

/** Whether people set it, in the portal or elsewhere. */
const isSetting = (key: string, device: DashboardDevice): boolean =>
  visibleControlsOf(device).some((control) => control.key === key);

/** Who set the device and why; null: nobody sets that. */
const reasonText = (
  { key, origin, because }: Activity,
  device: DashboardDevice,
  zone: string,
): string | null => {
  if (because === null) {
    if (origin === 'person') return t('activity.by.person');
    return origin === null && isSetting(key, device) ? t('activity.by.device') : null;
  }
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

/** What a car can be told of in one reading, in the order in which it happens: it goes, and it comes. */
const CAR_STEPS = ['ev-charging-status', 'ev-plugged-in-status', 'ev-location-status'];

/** Of changes in one reading: the higher, the later. What ends comes before what begins. */
const stepOf = ({ key, value }: Activity): number => {
  const step = CAR_STEPS.indexOf(key) + 1;
  if (step === 0) return 0;
  const begins = key === 'ev-charging-status' ? value === 'CHARGING' : isTrue(value);
  return begins ? 2 * (CAR_STEPS.length + 1) - step : step;
};

/** A reading tells of several changes at once; the newest of them comes first, too. */
const inOrder = (changes: readonly Activity[]): Activity[] =>
  changes.toSorted((one, other) =>
    one.time === other.time ? stepOf(other) - stepOf(one) : one.time < other.time ? 1 : -1,
  );

export interface ActivityLine {
  readonly text: string;
  /** Who did it, or why. */
  readonly because: string | null;
  readonly time: string;
}

/** The changes, newest first, in words; a change that two resources report is told once. */
export const activityLines = (
  reported: readonly Activity[],
  device: DashboardDevice,
  zone: string,
): ActivityLine[] => {
  const changes = inOrder(reported);
  const lines: ActivityLine[] = [];
  for (const [index, change] of changes.entries()) {
    const before = changes.slice(index + 1).find(({ key }) => key === change.key);
    const line = {
      text: activityText(change, before, device),
      because: reasonText(change, device, zone),
      time: change.time,
    };
    const last = lines.at(-1);
    if (last?.text !== line.text || last.time !== line.time) lines.push(line);
  }
  return lines;
};
