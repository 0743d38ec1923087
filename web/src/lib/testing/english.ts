import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { vi } from 'vitest';
import en from '#locales/en.json';

/**
 * Loads a module with instances of its own of all it imports, and with the English texts, in a browser of a provider in the
 * United States. Test files share their modules otherwise: `forgetEnglish` after each test.
 */
export const withEnglish = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  vi.resetModules();
  const messages = Object.fromEntries(
    Object.entries(en).map(([key, text]) => [key, compileMessageOrThrow(text)]),
  );
  const page = { provider: { localization: 'US' } };
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('window', { porchlight: { page, language: 'en', messages: Promise.resolve(messages) } });
  const { loadMessages } = await import('../i18n.ts');
  await loadMessages();
  return load();
};

export const forgetEnglish = (): void => {
  vi.unstubAllGlobals();
  vi.resetModules();
};
