import { useSyncExternalStore } from 'react';
import { store, stored } from './storage.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

const listeners = new Set<() => void>();

const current = (): ThemeChoice => stored('theme') ?? 'auto';

export const chooseTheme = (choice: ThemeChoice): void => {
  store('theme', choice === 'auto' ? null : choice);
  if (choice === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  for (const listener of listeners) listener();
};

export const useTheme = (): ThemeChoice =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
