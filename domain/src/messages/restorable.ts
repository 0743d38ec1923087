import { MINUTE } from '../time/time.ts';

/** How long the deletion of a message can be taken back, in ms. */
export const RESTORABLE_FOR = MINUTE;
