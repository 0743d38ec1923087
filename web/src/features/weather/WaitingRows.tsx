import type { ComponentProps } from 'react';
import { WidgetWaiting } from '#web/ui/container/WidgetWaiting.tsx';

/** Keeps the room of the weather: two rows below 1024 px, else one card. */
export function WaitingRows(props: Omit<ComponentProps<typeof WidgetWaiting>, 'room'>) {
  return (
    <>
      <WidgetWaiting {...props} room="weather" />
      <WidgetWaiting {...props} failed={false} room="second-row" />
    </>
  );
}
