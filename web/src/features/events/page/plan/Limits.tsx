import { useQuery } from '@tanstack/react-query';
import type { Comfort, EventPlan } from '#contract/entities/event.ts';
import { comfortOf } from '#domain/events/plan/comfort.ts';
import { comfortQuery } from '#web/api/comfort.ts';
import { useHouse } from '#web/api/house-context.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { Failure } from '#web/ui/container/Failure.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import type { IconName } from '#web/ui/icon/icons.tsx';
import type { Dispatch } from '../../dispatch.ts';
import { givesCharge, plannedSettings } from '#web/lib/planned-settings.ts';
import type { Side } from '#web/lib/planned-settings.ts';
import { useEventPlan } from '../../use-events.ts';
import styles from '../List.module.css';

/** The temperatures that the event holds devices of one side at, in °F. */
const targetsOf = ({ devices }: Dispatch, side: Side): number[] =>
  devices.flatMap((device) => {
    const facts = plannedSettings(device.event.type, device);
    const degrees = device.optOut === null && facts.side === side ? facts.during?.degrees : null;
    return degrees === null || degrees === undefined ? [] : [degrees];
  });

/** Whether a battery that is in it gives its charge. */
const hasBattery = ({ devices }: Dispatch): boolean =>
  devices.some((device) => device.optOut === null && givesCharge(plannedSettings(device.event.type, device)));

/** Whether a room is in it, whatever became of it. */
const hasRoom = ({ devices }: Dispatch): boolean =>
  devices.some((device) => ['cool', 'heat'].includes(plannedSettings(device.event.type, device).side));

/** What the event asks of the rooms that a limit holds back, in °F: the farthest of them; null: none. */
const askedOf = (
  dispatch: Dispatch,
  plans: readonly EventPlan[] | undefined,
  side: Side,
  limit: number,
): number | null => {
  const held = dispatch.devices.filter((device) => {
    const facts = plannedSettings(device.event.type, device);
    return device.optOut === null && facts.side === side && facts.during?.degrees === limit;
  });
  const askedDegrees = held.flatMap(
    ({ deviceId }) => plans?.find((plan) => plan.deviceId === deviceId)?.asks ?? [],
  );
  if (askedDegrees.length === 0) return null;
  return side === 'cool' ? Math.max(...askedDegrees) : Math.min(...askedDegrees);
};

interface RowProps {
  readonly icon: IconName;
  readonly name: string;
  readonly note: string;
  readonly value: string;
  readonly bites?: boolean;
}

function LimitRow({ icon, name, note, value, bites = false }: RowProps) {
  return (
    <li className={styles['limit']}>
      <Icon name={icon} size={20} />
      <div>
        <p>{name}</p>
        <p className={bites ? styles['bites'] : styles['note']}>{note}</p>
      </div>
      <b className="tabular">{value}</b>
    </li>
  );
}

function Rows({ dispatch, comfort }: { readonly dispatch: Dispatch; readonly comfort: Comfort }) {
  const t = useT();
  const { devices } = useHouse();
  const { data: plans } = useEventPlan(dispatch.eventId);
  const { ceiling, floor, hotWater, reserve } = comfortOf(comfort);
  const noteOf = (side: Side, limit: number, own: number | null) => {
    const askedDegrees = askedOf(dispatch, plans, side, limit);
    if (askedDegrees !== null) return t('event.limits.asks', { temperature: temperatureText(askedDegrees) });
    if (targetsOf(dispatch, side).includes(limit)) return t('event.limits.bites');
    return t(own === null ? 'event.limits.default' : 'event.limits.own');
  };
  const water = targetsOf(dispatch, 'water');
  const hasStored = hasBattery(dispatch);
  // Also of an event that holds nothing any more.
  const hasRooms = hasRoom(dispatch) || (water.length === 0 && !hasStored);
  const isWaterHeld = comfort.hotWaterMinimum !== null && water.includes(hotWater);
  const leftOut = comfort.devicesLeftOut.flatMap((id) => {
    const device = devices?.find((candidate) => candidate.id === id);
    return device ? [deviceTitle(device)] : [];
  });
  return (
    <ul className={styles['list']}>
      {hasRooms ? (
        <>
          <LimitRow
            icon="thermostat"
            name={t('event.limits.ceiling')}
            note={noteOf('cool', ceiling, comfort.coolCeiling)}
            bites={targetsOf(dispatch, 'cool').includes(ceiling)}
            value={temperatureText(ceiling)}
          />
          <LimitRow
            icon="thermostat"
            name={t('event.limits.floor')}
            note={noteOf('heat', floor, comfort.heatFloor)}
            bites={targetsOf(dispatch, 'heat').includes(floor)}
            value={temperatureText(floor)}
          />
        </>
      ) : null}
      {water.length > 0 ? (
        <LimitRow
          icon="water-heater"
          name={t('event.limits.water')}
          note={
            comfort.hotWaterMinimum === null
              ? t('event.limits.water.note')
              : t(isWaterHeld ? 'event.limits.bites' : 'event.limits.own')
          }
          bites={isWaterHeld}
          value={temperatureText(hotWater)}
        />
      ) : null}
      {hasStored ? (
        <LimitRow
          icon="battery"
          name={t('event.limits.reserve')}
          note={t(comfort.batteryReserve === null ? 'event.limits.default' : 'event.limits.own')}
          value={t('comfort.percent', { percent: reserve })}
        />
      ) : null}
      {leftOut.length > 0 ? (
        <LimitRow
          icon="shield"
          name={t('event.limits.leftOut')}
          note={leftOut.join(', ')}
          value={String(leftOut.length)}
        />
      ) : null}
    </ul>
  );
}

/** The home's own limits, and the one that this event reaches. */
export function Limits({
  dispatch,
  mayChange,
}: {
  readonly dispatch: Dispatch;
  readonly mayChange: boolean;
}) {
  const t = useT();
  const { house } = useHouse();
  const query = useQuery(comfortQuery(house.id));
  const { data, refetch } = query;
  return (
    <Card labelledBy="event-limits" className={styles['card'] ?? ''}>
      <header className={styles['header']}>
        <h2 id="event-limits">{t('event.limits.title')}</h2>
        {mayChange ? (
          <a className={styles['change']} href={`#${paths.settings}?limits`}>
            {t('event.limits.change')}
          </a>
        ) : null}
      </header>
      <p className={styles['lead']}>{t('event.limits.lead')}</p>
      {data ? <Rows dispatch={dispatch} comfort={data} /> : null}
      {!data && hasFailed(query) ? <Failure title={t('comfort.failed')} onRetry={refetch} /> : null}
    </Card>
  );
}
