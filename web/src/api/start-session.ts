import type { SignedIn } from '#contract/endpoints/auth.ts';
import { boot } from '../lib/boot-state.ts';
import { markBrowserAsOpen, store, stored } from '../lib/browser/storage.ts';
import { switchLanguage } from '../lib/language/i18n.ts';
import { navigate } from '../lib/routing/router.ts';
import { housesOf, setOwner } from './session.ts';

const accountCall = (id: string): string => `/account/${id}?includeTotp=true&includeHasPassword=true`;

/** After a sign-in: stores the session, starts the first calls of the app, then opens it. */
export const startSession = async ({ token, user }: SignedIn, goTo: string): Promise<void> => {
  setOwner(user.id);
  store('signIn', null);
  if (stored('endsWithBrowser')) markBrowserAsOpen();
  store('token', token);
  store('userId', user.id);
  // Later sign-ins cannot tell.
  if (user.sessionCount === 0) store('welcomeDue', user.id);
  const houses = housesOf(user);
  const before = stored('houseId');
  const houseId = houses.find((id) => id === before) ?? houses[0];
  store('houseId', houseId ?? null);
  const { prefetched, page, open } = boot();
  prefetched.set(accountCall(user.id), Promise.resolve(Response.json(user)));
  if (houseId) {
    prefetched.set(
      `/house/${houseId}/dashboard`,
      fetch(`/api/house/${houseId}/dashboard`, { headers: { authorization: `Bearer ${token}` } }),
    );
  }
  const { enabled, supportedLanguages } = page.provider.commonSettings.byodMultipleLanguages;
  const preferred = user.language;
  if (enabled && preferred && supportedLanguages.includes(preferred) && stored('selectedLanguage') === null) {
    await switchLanguage(preferred);
  }
  navigate(goTo, { replace: true });
  await open('portal');
};
