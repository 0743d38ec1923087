import { withOneFullStop } from '#domain/text/compiled-messages.ts';
import type { MessageValues } from '#domain/text/compiled-messages.ts';
import { t } from '../language/i18n.ts';
import type { TextKey } from '../language/i18n.ts';

/** A text that may end in an optional part, or in a time such as "8:00 p.m." */
export const say = (key: TextKey, values: MessageValues = {}): string =>
  withOneFullStop(t(key, values).trim());
