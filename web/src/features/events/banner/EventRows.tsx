import { useId } from 'react';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { eventPath } from '#web/lib/routing/paths.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { Countdown } from './Countdown.tsx';
import styles from './EventBanner.module.css';
import rowStyles from './EventRows.module.css';
import { titleText } from './banner-text.ts';
import { changedNothing, endTitle } from './end-text.ts';
import { isDone, isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { LeftDevices } from '../leaving/LeftDevices.tsx';
import { openOptOut } from '../leaving/opt-out-request.ts';
import { goingBackText } from '../plan-text.ts';

interface RowProps {
  readonly dispatch: Dispatch;
  /** It is no longer among those of the home. */
  readonly gone: boolean;
}

/** What it is and when, its devices, and the way out; its name leads to the plan. */
function EventRow({ dispatch, gone }: RowProps) {
  const t = useT();
  const id = useId();
  const home = useHouse();
  const online = useOnline();
  const { timezone } = home.house;
  const done = useTimed(() => gone || isDone(phaseOf(dispatch, now().getTime())));
  const title = useTimed(() => (done ? endTitle(dispatch) : titleText(dispatch, timezone)));
  const left = isLeft(dispatch);
  const runs = useTimed(() => !left && !done && phaseOf(dispatch, now().getTime()) === 'active');
  const mayLeave = dispatch.events.some(({ optOutAllowed }) => optOutAllowed) && mayChangeHome(home);
  const partOf = (deviceId: string) => dispatch.devices.find((part) => part.deviceId === deviceId);
  const names = useTimed(() =>
    (home.devices ?? [])
      .flatMap((device) => {
        const part = partOf(device.id);
        if (!part) return [];
        const name = deviceTitle(device);
        if (done && !left && !changedNothing(dispatch))
          return [`${name} ${goingBackText(part, part.event, timezone, now().getTime())}`];
        return part.optOut === null ? [name] : [];
      })
      .join(', '),
  );
  return (
    <li className={`${rowStyles['row']} ${runs ? rowStyles['runs'] : ''}`}>
      <div className={rowStyles['words']}>
        <h3 id={id}>
          <a href={`#${eventPath(dispatch.eventId)}`}>
            {title}
            <Icon name="chevron-right" size={16} />
          </a>
        </h3>
        <p>
          {done || left ? null : (
            <b>
              <Countdown dispatch={dispatch} />
            </b>
          )}
          {done || left || names === '' ? names : ` · ${names}`}
        </p>
      </div>
      {!left && !done && mayLeave ? (
        <Button
          disabled={!online}
          aria-describedby={id}
          onClick={() => openOptOut({ dispatchId: dispatch.id, deviceId: null, choice: null })}
        >
          {t('event.optOut')}
        </Button>
      ) : null}
      {!done && dispatch.devices.some(({ optOut }) => optOut !== null) ? (
        <div className={rowStyles['out']}>
          <LeftDevices dispatch={dispatch} brief />
        </div>
      ) : null}
    </li>
  );
}

interface Props {
  readonly dispatches: readonly Dispatch[];
  readonly gone: ReadonlySet<string>;
}

/** Several events in one banner: a row each, in the order of their starts, whatever becomes of them. */
export function EventRows({ dispatches, gone }: Props) {
  const t = useT();
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${styles['banner']} ${rowStyles['several']}`}>
      <h2 id={id}>{t('event.banner.several', { count: dispatches.length })}</h2>
      <ul>
        {dispatches.map((dispatch) => (
          <EventRow key={dispatch.id} dispatch={dispatch} gone={gone.has(dispatch.id)} />
        ))}
      </ul>
    </section>
  );
}
