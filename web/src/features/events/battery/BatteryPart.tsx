import { useT } from '#web/lib/language/i18n.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { BatteryInEvent } from './BatteryInEvent.tsx';
import { BatteryReserve } from './BatteryReserve.tsx';
import { LeftOutOfEvent } from './LeftOutOfEvent.tsx';
import { StormHead } from './StormHead.tsx';
import { useIsAwaited } from './use-battery.ts';

interface Props {
  readonly deviceId: string;
  /** What an event does with it, or what events leave in it. */
  readonly about: 'event' | 'reserve';
}

/** A part of the screen of a battery that is about events. */
export function BatteryPart({ deviceId, about }: Props) {
  const t = useT();
  const isAwaited = useIsAwaited();
  if (about === 'reserve') return <BatteryReserve deviceId={deviceId} />;
  // What is said later would move the rest of the screen.
  if (isAwaited) return <Skeleton height="100dvh" label={t('state.loading')} />;
  return (
    <>
      <StormHead deviceId={deviceId} />
      <LeftOutOfEvent deviceId={deviceId} />
      <BatteryInEvent deviceId={deviceId} />
    </>
  );
}
