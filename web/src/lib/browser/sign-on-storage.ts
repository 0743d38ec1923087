import { tabStorage } from './storage.ts';

/* What a provider sign-on keeps in its tab: no part of the first view of somebody who is signed in. */

/** The page to open after a provider sign-on. */
const SIGN_ON_GOAL_KEY = 'signOnGoal';
export const storedSignOnGoal = (): string | null => tabStorage.get(SIGN_ON_GOAL_KEY);
export const storeSignOnGoal = (path: string): void => tabStorage.set(SIGN_ON_GOAL_KEY, path);

/** Somebody who signed on at the provider and is not linked with an account; kept in the tab, where the form says so. */
export interface UnlinkedSignOn {
  readonly challenge: string;
  readonly email: string | null;
}
const UNLINKED_KEY = 'unlinkedSignOn';
export const storedUnlinkedSignOn = (): UnlinkedSignOn | null =>
  JSON.parse(tabStorage.get(UNLINKED_KEY) ?? 'null') as UnlinkedSignOn | null;
export const storeUnlinkedSignOn = (signOn: UnlinkedSignOn): void =>
  tabStorage.set(UNLINKED_KEY, JSON.stringify(signOn));
export const clearUnlinkedSignOn = (): void => tabStorage.remove(UNLINKED_KEY);
