import { ApiError } from './api.ts';
import { t } from './i18n.ts';

/** What to tell a person about a call that failed, in their language. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.code === 'internal') return t('error.internal');
  return error.code === 'network' ? t('error.network') : error.message;
};
