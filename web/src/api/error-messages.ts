import { ApiError } from './client.ts';
import { t } from '../lib/language/i18n.ts';
import type { TextKey } from '../lib/language/i18n.ts';

/** The message for a failed call, in the person's language. */
export const errorMessage = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.code === 'internal') return t('error.internal');
  return error.code === 'network' ? t('error.network') : error.message;
};

const PASSWORD_FAULTS: Readonly<Record<string, TextKey>> = {
  common: 'password.common',
  notEmail: 'password.sameAsEmail',
  notName: 'password.sameAsName',
  notOld: 'password.sameAsOld',
};

/** The message for a rejected password, from the names of the broken rules; rules without one are listed beside the field. */
export const passwordErrorMessage = (broken: string | null): string => {
  const named = broken?.split(', ').find((rule) => rule in PASSWORD_FAULTS) ?? '';
  return t(PASSWORD_FAULTS[named] ?? 'error.password_rejected');
};
