import { useQuery } from '@tanstack/react-query';
import type { SavedSoFar } from '#contract/entities/result.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { kilowattHours, kilowatts, timeOfDay } from '#web/lib/language/format.ts';
import type { Quantity } from '#web/lib/language/format.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { say } from '#web/lib/feedback/say.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { isLeft } from '../dispatch.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import styles from './Reward.module.css';

interface FigureProps {
  readonly title: string;
  readonly figure: Quantity;
  readonly note: string;
}

function Figure({ title, figure: { value, unit }, note }: FigureProps) {
  return (
    <div className={styles['figure']}>
      <h2>{title}</h2>
      <p className={styles['sum']}>
        <b className="tabular">{value}</b> <span>{unit}</span>
      </p>
      <p className={styles['note']}>{note}</p>
    </div>
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What the devices of the event use at this moment, of those that measure it. */
const usePower = (taking: readonly DispatchDevice[]): readonly number[] => {
  const { devices } = useHouse();
  return taking.flatMap(({ deviceId }) => {
    const device = devices?.find(({ id }) => id === deviceId);
    const meter = device && kindOf(device.kind).meter;
    const value = device && meter ? latestValuesOf(device.realtime).number(meter.key) : null;
    return value === null ? [] : [value];
  });
};

/** What the devices have saved so far, of those whose baseline can be computed. */
const useSaved = ({ eventId }: Dispatch, taking: readonly DispatchDevice[]) => {
  const { house } = useHouse();
  const { data } = useQuery<SavedSoFar[]>({
    queryKey: ['event-so-far', house.id, eventId],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/event/{eventId}/so-far', { params: { houseId: house.id, eventId }, signal }),
    refetchInterval: MINUTE,
  });
  return (data ?? []).flatMap(({ deviceId, savedWh, until, estimated }) =>
    savedWh !== null && taking.some((participant) => participant.deviceId === deviceId)
      ? [{ savedWh, until: Date.parse(until), estimated }]
      : [],
  );
};

interface SavedProps {
  /** At least one. */
  readonly saved: ReturnType<typeof useSaved>;
  readonly all: number;
}

function SavedFigure({ saved, all }: SavedProps) {
  const t = useT();
  const { timezone } = useHouse().house;
  const wattHours = sum(saved.map(({ savedWh }) => savedWh));
  const time = timeOfDay(new Date(Math.min(...saved.map(({ until }) => until))), timezone);
  const note = say('event.page.soFar.of', { time, measured: saved.length, all });
  const estimated = saved.some((saving) => saving.estimated) ? ` ${t('event.page.soFar.estimated')}` : '';
  return (
    <Figure
      title={t(wattHours < 0 ? 'event.page.soFar.more' : 'event.page.soFar')}
      figure={kilowattHours(Math.abs(wattHours))}
      note={`${note}${estimated}`}
    />
  );
}

/** The running event in numbers; nothing where there are none. */
export function FiguresNow({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const taking = dispatch.devices.filter(({ optOut }) => optOut === null);
  const { devices } = useHouse();
  const watts = usePower(taking);
  const saved = useSaved(dispatch, taking);
  if ((watts.length === 0 && saved.length === 0) || isLeft(dispatch)) return null;
  const all = taking.length;
  const only = devices?.find(({ id }) => id === taking[0]?.deviceId);
  return (
    <Card label={t('event.page.figures')} className={styles['figures'] ?? ''}>
      {watts.length > 0 ? (
        <Figure
          title={t('event.page.power')}
          figure={kilowatts(sum(watts))}
          note={t('event.page.power.of', {
            measured: watts.length,
            all,
            device: only ? deviceTitle(only) : '',
          })}
        />
      ) : null}
      {saved.length > 0 ? <SavedFigure saved={saved} all={all} /> : null}
    </Card>
  );
}
