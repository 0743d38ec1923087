import { errorMessage } from './error-messages.ts';

/** Why a call failed, as a sentence of its own: some messages are titles elsewhere. */
export const failureSentence = (error: unknown): string => {
  const message = errorMessage(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
};
