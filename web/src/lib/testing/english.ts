import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { vi } from 'vitest';
import type { Language } from '#contract/entities/account.ts';
import { textsIn } from './locales.ts';

/**
 * Loads a module with instances of its own of all it imports, and with the texts of a language, in a browser of a provider in
 * the United States. Test files share their modules otherwise: `forgetEnglish` after each test.
 */
export const withTexts = async <Module>(language: Language, load: () => Promise<Module>): Promise<Module> => {
  vi.resetModules();
  const messages = Object.fromEntries(
    Object.entries(textsIn(language)).map(([key, text]) => [key, compileMessageOrThrow(text)]),
  );
  const page = { provider: { localization: 'US' } };
  vi.stubGlobal('document', { documentElement: {} });
  const boot = { page, language, messages: Promise.resolve(messages), missedTexts: new Set() };
  vi.stubGlobal('window', { porchlight: boot });
  const { loadMessages } = await import('../language/i18n.ts');
  await loadMessages();
  return load();
};

export const withEnglish = async <Module>(load: () => Promise<Module>): Promise<Module> =>
  withTexts('en', load);

export const forgetEnglish = (): void => {
  vi.unstubAllGlobals();
  vi.resetModules();
};
