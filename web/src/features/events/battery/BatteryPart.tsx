import { BatteryInEvent } from './BatteryInEvent.tsx';
import { BatteryReserve } from './BatteryReserve.tsx';
import { LeftOutOfEvent } from './LeftOutOfEvent.tsx';
import { StormHead } from './StormHead.tsx';

interface Props {
  readonly deviceId: string;
  /** What an event does with it, or what events leave in it. */
  readonly about: 'event' | 'reserve';
}

/** A part of the screen of a battery that is about events. */
export function BatteryPart({ deviceId, about }: Props) {
  if (about === 'reserve') return <BatteryReserve deviceId={deviceId} />;
  return (
    <>
      <StormHead deviceId={deviceId} />
      <LeftOutOfEvent deviceId={deviceId} />
      <BatteryInEvent deviceId={deviceId} />
    </>
  );
}
