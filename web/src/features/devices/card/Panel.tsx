import { use } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { controlsOf, visibleControlsOf } from '#domain/control/controls.ts';
import type { LatestValues } from '#domain/control/latest-values.ts';
import { makerLabel } from '#domain/control/title.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { valueReason } from '#domain/schedules/value-reason.ts';
import { eventHoldOf } from '#web/api/event-hold.ts';
import { eventReturnOf } from '#web/api/event-return.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Notice } from '#web/ui/text/Notice.tsx';
import { Figures, LevelBar, Sentence, Tiles } from './CardParts.tsx';
import { ModeControls } from '../controls/Controls.tsx';
import styles from './DeviceCard.module.css';
import { ScheduleChoice } from '../controls/ScheduleChoice.tsx';
import { ScheduleNote } from '../controls/lazy-controls.tsx';
import { Setpoints, setpointsView, textShown } from '../controls/Setpoints.tsx';
import type { BlockReason } from '../controls/block-reason.ts';
import { holdText, returnText, whyText } from './why-text.ts';
import type { CardContent } from './card-content.ts';
import { CardSlots } from './card-slots.ts';
import type { CardControl } from '../controls/use-device-control.ts';

interface Props {
  readonly device: DashboardDevice;
  readonly title: string;
  readonly readings: LatestValues;
  readonly content: CardContent;
  /** The last day stands behind the figure. */
  readonly hasDay: boolean;
  /** The readings are too old to base a change on. */
  readonly old: boolean;
  readonly block: BlockReason | null;
  readonly control: CardControl;
}

/** Figures, what the device does, and the controls that the maker allows, each in its row of the card. */
export function Panel({
  device,
  title,
  readings,
  content,
  hasDay,
  old,
  block,
  control: { state, edit },
}: Props) {
  const t = useT();
  const { house, settings, schedules, events } = useHouse();
  const slots = use(CardSlots);
  const maker = makerOf(device.mfg);
  const zone = house.timezone;
  // What a device did when it was last heard says nothing about now.
  const isOnline = readings.status === 'ONLINE';
  const isInEvent = block?.where === 'card' && block.overlay === 'event';
  const hold = isOnline && isInEvent ? eventHoldOf(events, device, now().getTime()) : null;
  const back = isOnline && !isInEvent ? eventReturnOf(events, device.id, now().getTime()) : null;
  const reason =
    isOnline && !isInEvent ? valueReason(device, readings, { schedules, zone, now: now().getTime() }) : null;
  const moment = { now: now(), zone };
  const why = hold
    ? holdText(hold, zone)
    : back
      ? returnText(back, moment)
      : reason
        ? whyText(reason, moment)
        : null;
  const isNoticeOnly = maker.control === 'notice-only';
  const hasControls = visibleControlsOf(device).length > 0 && !isNoticeOnly;
  // Old readings matter where something could be changed; a failed refresh is shown on every card.
  const isCovered = block?.where === 'card' && (block.overlay !== 'old' || controlsOf(device).length > 0);
  const view = hasControls && !isCovered ? setpointsView(device, state) : null;
  // The last day stays where it is when only the controls are missing.
  const isSideInstead = hasDay && isCovered && block.overlay !== 'event';
  const props = { device, title, state, edit, disabled: block !== null };
  const mode = textShown(state, 'hwh-set-mode');
  const hasSchedule =
    device.kind === 'hwh' && (settings.enableAutoSchedule || settings.enableCustomHwhSchedule);
  return (
    <>
      <div className={styles['figure']}>
        <Figures
          device={device}
          content={content}
          own={hold?.state === 'held' ? hold.own : null}
          isSideShown={view === null && !isSideInstead}
          isOld={old}
          hasDay={hasDay}
        />
      </div>
      <div className={styles['sentence']}>
        <Sentence parts={[...(isOnline ? content.sentence : []), ...(why === null ? [] : [{ text: why }])]} />
      </div>
      {isCovered || isNoticeOnly ? (
        <div className={styles['instead']}>
          {isSideInstead && content.side ? (
            <p className={styles['set-to']}>
              {content.side.label}{' '}
              <b>
                {content.side.value}&nbsp;{content.side.unit}
              </b>
            </p>
          ) : null}
          {isCovered && block.overlay === 'event' && slots ? (
            <slots.EventLock deviceId={device.id} />
          ) : isCovered ? (
            <Notice tone="warn">
              {block.overlay === 'unreachable'
                ? `${t(block.message)}. ${t('device.unreachable.advice')}`
                : t(block.message)}
            </Notice>
          ) : (
            <Notice>{t('device.noticeOnly', { maker: makerLabel(device) })}</Notice>
          )}
        </div>
      ) : (
        <>
          {view || content.level ? (
            <div className={styles['control']}>
              {view ? <Setpoints {...props} view={view} /> : null}
              {content.level ? (
                <LevelBar level={content.level}>
                  {slots && device.kind === 'battery' ? <slots.ReserveMark /> : null}
                </LevelBar>
              ) : null}
            </div>
          ) : null}
          <div className={`${styles['choices']} ${hasControls || content.level ? '' : styles['only']}`}>
            {hasControls ? (
              <ModeControls {...props}>
                {hasSchedule ? (
                  <ScheduleChoice device={device} mode={mode} disabled={props.disabled} />
                ) : null}
              </ModeControls>
            ) : (
              <Tiles tiles={content.tiles} />
            )}
            {hasControls && hasSchedule ? <ScheduleNote device={device} mode={mode} /> : null}
            {maker.control === 'view-only' ? (
              <Notice>{t('device.viewOnly', { maker: makerLabel(device) })}</Notice>
            ) : null}
          </div>
        </>
      )}
    </>
  );
}
