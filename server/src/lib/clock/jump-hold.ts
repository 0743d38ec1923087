import { HOUR } from '#domain/time/time.ts';

/** A clock that was set is believed by what deletes rows after this long. */
const HOLD = HOUR;

/** Holds back what deletes rows while a clock has been set only recently. */
export interface JumpHold {
  readonly begin: () => void;
  readonly isOver: () => boolean;
}

export const createJumpHold = (monotonic: () => number): JumpHold => {
  let since: number | null = null;
  return {
    begin: () => {
      since = monotonic();
    },
    isOver: () => since === null || monotonic() - since >= HOLD,
  };
};
