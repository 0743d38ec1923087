import type { EventDevice } from '../event.ts';
import { strategies } from './strategies/index.ts';

/** Whether events may tell the device nothing now, not even what puts it back. */
export const takesNoCommand = ({ kind, readings }: Pick<EventDevice, 'kind' | 'readings'>): boolean =>
  strategies[kind]?.takesNoCommand?.(readings) ?? false;
