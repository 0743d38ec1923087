import type { ModePurpose } from '#domain/control/mode-purpose.ts';
import type { RestReason } from '#domain/control/rest-reason.ts';
import { t } from '#web/lib/language/i18n.ts';
import { modeLabel } from '../card/card-content.ts';

/** Why a device rests, or does what it does, in a sentence. */
export const restText = (reason: RestReason | ModePurpose, mfg: string): string =>
  'mode' in reason
    ? t(`rest.${reason.code}`, { mode: modeLabel(reason.mode, mfg) })
    : t(`rest.${reason.code}`);
