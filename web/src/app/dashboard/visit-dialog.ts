import { onSessionEnd } from '#web/api/session.ts';

/** A visit, which is a sign-in or a page load, has one dialog that opens by itself; the dashboard may be left and opened again in it. */
let hadDialog = false;
onSessionEnd(() => {
  hadDialog = false;
});

export const visitHadDialog = (): boolean => hadDialog;

export const noteVisitDialog = (): void => {
  hadDialog = true;
};
