import type { MessageValues } from '#domain/text/compiled-messages.ts';
import { t } from '../language/i18n.ts';
import type { TextKey } from '../language/i18n.ts';

/** A text that may end in an optional part. */
export const say = (key: TextKey, values: MessageValues = {}): string => t(key, values).trim();
