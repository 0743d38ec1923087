import { useEffect, useState } from 'react';
import type { Terms } from '#contract/entities/terms.ts';
import { boot } from '#web/lib/boot-state.ts';
import { currentLanguage } from '#web/lib/language/i18n.ts';
import { api } from './session.ts';

interface AskedTerms {
  /** The provider has terms. */
  readonly isAsked: boolean;
  /** null: not loaded yet. */
  readonly terms: Terms | null;
  readonly isFailed: boolean;
  readonly reload: () => void;
}

/** The terms in force, in the language of the page. */
export const useTerms = (): AskedTerms => {
  const isAsked = boot().page.provider.terms !== null;
  const language = currentLanguage();
  const [attempt, setAttempt] = useState(0);
  const [terms, setTerms] = useState<Terms | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    if (!isAsked) return undefined;
    let isCurrent = true;
    api.get('/auth/terms', { query: { language } }).then(
      (answer) => isCurrent && setTerms(answer),
      () => isCurrent && setIsFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [isAsked, language, attempt]);
  const reload = () => {
    setIsFailed(false);
    setAttempt((before) => before + 1);
  };
  return { isAsked, terms, isFailed, reload };
};

/** What a call carries of the terms that were shown. */
export const agreedTo = (terms: Terms | null) =>
  terms ? { agreed: { version: terms.version, language: terms.language } } : {};
