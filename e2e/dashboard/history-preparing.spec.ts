import { changeDashboard } from '../devices/controls.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/signed-in.ts';
import {
  expectFigures,
  expectSameDocument,
  expectWaiting,
  markDocument,
  shownProgress,
} from './preparing.ts';

const FIGURES = /\/(reward|program-leaderboard|event-log\?.*|event\?.*|energy\?.*|plan)$/;

test("while the demo's past is being prepared the dashboard says so, then shows its figures by itself", async ({
  page,
}) => {
  let isPreparing = true;
  await changeDashboard(page, (answer) =>
    isPreparing
      ? { ...answer, preparing: { progress: 0.42 }, monthlyResults: null, latestResult: null }
      : answer,
  );
  await page.route(FIGURES, (route) =>
    isPreparing
      ? route.fulfill({
          status: 503,
          headers: { 'content-type': 'application/problem+json', 'retry-after': '1' },
          json: { status: 503, code: 'history_preparing', title: '', detail: null, deviceId: null },
        })
      : route.fallback(),
  );
  await openSignedIn(page, 'demo');
  await expectWaiting(page);
  expect(await shownProgress(page)).toBe(42);
  await expectAccessible(page);
  await markDocument(page);
  isPreparing = false;
  await expectFigures(page);
  await expectSameDocument(page);
});
