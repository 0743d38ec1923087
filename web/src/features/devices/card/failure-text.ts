import type { Failure } from '#domain/control/state.ts';
import { labelFor, t } from '#web/lib/language/i18n.ts';

/** Failure reasons with a translation are shown; a maker's own text is not, because it cannot be checked. */
export const failureText = ({ kind, code, message }: Failure): string => {
  if (kind === 'expired') return t('change.expired');
  if (code === 'edit_late') return t('change.late');
  if (code !== 'command_failed') return message ?? t('device.change.failed');
  const words = [labelFor('change', message ?? ''), labelFor('error', message ?? '')];
  return words.find((text) => text !== message) ?? t('change.refused');
};
