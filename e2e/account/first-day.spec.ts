import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ProviderFile } from '#contract/entities/provider.ts';
import { LONG, expect, expectAccessible, longIf, test as base } from '../support/fixtures.ts';
import { horizontalOverflow } from '../support/layout-checks.ts';
import { signInOperator } from '../support/operator-command.ts';
import { lastTo, linkIn } from '../support/outbox.ts';
import { PASSWORD, startServer } from '../support/server.ts';
import {
  cards,
  goTo,
  heading,
  newSession,
  openSignedIn,
  region,
  toasts,
  waitForIdleCalls,
  waitForLateParts,
} from '../support/signed-in.ts';

const PROVIDERS = path.resolve(import.meta.dirname, '../../providers');
const VERSION = '2026-01-01';

const WORDS = {
  en: { terms: 'You can leave an event at any time.', privacy: 'We keep what your devices measure.' },
  es: {
    terms: 'Puede salir de un evento en cualquier momento.',
    privacy: 'Guardamos lo que miden sus dispositivos.',
  },
};

/** The provider of the demo gets terms. */
const writeTerms = async (folder: string): Promise<void> => {
  const own = path.join(folder, 'sunvale');
  const file = path.join(own, 'provider.json');
  const json = JSON.parse(await readFile(file, 'utf8')) as ProviderFile;
  await writeFile(file, JSON.stringify({ ...json, terms: VERSION }));
  const texts = path.join(own, 'terms', VERSION);
  await mkdir(texts, { recursive: true });
  for (const [language, words] of Object.entries(WORDS)) {
    for (const [kind, text] of Object.entries(words)) {
      await writeFile(path.join(texts, `${kind}.${language}.html`), `<h2>${VERSION}</h2><p>${text}</p>`);
    }
  }
};

/** A server of its own, whose provider has terms. */
const test = base.extend<object, { readonly server: string }>({
  server: [
    async ({ browserName: _ }, provide) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-first-day-'));
      await cp(PROVIDERS, folder, { recursive: true });
      await writeTerms(folder);
      const { url, shutDownAndDelete } = await startServer({ providersDir: folder });
      await provide(url);
      await shutDownAndDelete();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

interface NewHome {
  readonly email: string;
  readonly account: string;
  readonly premise: string;
}

/** Brings in a home that is to be in a program, and somebody who is invited to it. */
const bringIn = async (server: string, language: string, hasDevice: boolean): Promise<NewHome> => {
  const id = crypto.randomUUID();
  const [email, account, premise] = [`new-${id}@porchlight.example`, `A-${id}`, `P-${id}`];
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-files-'));
  const operator = await signInOperator(server);
  const bring = async (name: string, ...lines: readonly string[]) => {
    const file = path.join(folder, `${name}.csv`);
    await writeFile(file, `${lines.join('\n')}\n`);
    await operator.run('import', file, '--apply');
  };
  await bring(
    'homes',
    'premise_id,account_number,address,postal_code,timezone',
    `${premise},${account},18 Larkspur Lane,80302,America/Denver`,
  );
  if (hasDevice) {
    await bring(
      'devices',
      'premise_id,link,maker_device_id,kind,maker,model,name',
      `${premise},simulator,u-${id},hwh,rheem,Heat Pump Water Heater Gen 5,Basement`,
    );
    await bring('enrolments', 'premise_id,program_id,from', `${premise},water-heater,2026-01-01`);
  }
  await bring(
    'people',
    'account_number,email,first_name,last_name,language,access,invite',
    `${account},${email},Dana,Okafor,${language},owner,yes`,
  );
  await operator.signOut();
  await rm(folder, { recursive: true });
  return { email, account, premise };
};

const pathOf = (link: string): string => {
  const { pathname, search, hash } = new URL(link);
  return `${pathname}${search}${hash}`;
};

/** Named pictures of the way, where somebody wants to look at them. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['JOURNEY_PICTURES'];
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
};

const TEXTS = {
  en: {
    invited: 'You are invited to a home',
    terms: 'Terms of use',
    privacy: 'Privacy notice',
    agree: /I have read and agree/,
    missing: 'Agree to the terms to go on.',
    programs: 'By agreeing, you also enroll your home in Water Heater Saver.',
    program: 'Water Heater Saver',
    firstName: 'First name',
    lastName: 'Last name',
    password: 'Choose a password',
    submit: 'Create account and join',
    none: 'No devices yet',
    agreements: 'What you agreed to',
    version: 'Version of January 1, 2026',
    read: 'Read the version of January 1, 2026',
    homePrograms: 'Programs of this home',
  },
  es: {
    invited: 'Tiene una invitación a un hogar',
    terms: 'Términos de uso',
    privacy: 'Aviso de privacidad',
    agree: /He leído y acepto/,
    missing: 'Acepte los términos para continuar.',
    programs: 'Al aceptarlos, también inscribe su hogar en Ahorro en agua caliente.',
    program: 'Ahorro en agua caliente',
    firstName: 'Nombre',
    lastName: 'Apellido',
    password: 'Elija una contraseña',
    submit: 'Crear cuenta y unirse',
    none: 'Aún no hay dispositivos',
    agreements: 'Lo que aceptó',
    version: 'Versión del 1 de enero de 2026',
    read: 'Leer la versión del 1 de enero de 2026',
    homePrograms: 'Programas de este hogar',
  },
} as const;

const CASES = [
  { language: 'en', width: 375, isLong: false },
  { language: 'en', width: 1440, isLong: true },
  { language: 'es', width: 375, isLong: true },
  { language: 'es', width: 1440, isLong: true },
] as const;

for (const { language, width, isLong } of CASES) {
  test(
    `[AUTH-7] [LANG-1] [BRAND-1] from the invitation to the first dashboard by keyboard, in ${language} at ${width}`,
    longIf(isLong),
    async ({ page, server }) => {
      const texts = TEXTS[language];
      const step = (name: string) => picture(page, `${language}-${width}-${name}`);
      await page.setViewportSize({ width, height: width < 500 ? 812 : 900 });
      const { email } = await bringIn(server, language, true);
      const mail = await lastTo(page, email);
      expect(mail.text).toContain('Sunvale Energy');
      expect(mail.text).toContain(texts.program);
      await page.goto(`${pathOf(linkIn(mail)).replace('#', `&lang=${language}#`)}`);
      await expect(heading(page)).toHaveText(texts.invited);
      await expect(page.getByText(texts.programs)).toBeVisible();
      await step('1-invitation');
      await expectAccessible(page);

      await page.getByLabel(texts.firstName, { exact: true }).focus();
      await page.keyboard.type('Dana');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Okafor');
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      const box = page.getByRole('checkbox', { name: texts.agree });
      await expect(box).toBeFocused();
      await expect(box).toHaveAccessibleDescription(texts.missing);
      const summary = page.locator('summary', { hasText: texts.terms });
      await summary.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(WORDS[language].terms)).toBeVisible();
      await page.locator('summary', { hasText: texts.privacy }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(WORDS[language].privacy)).toBeVisible();
      expect(await horizontalOverflow(page)).toBe(0);
      await step('2-terms');
      await expectAccessible(page);
      await box.focus();
      await page.keyboard.press('Space');
      await expect(box).toBeChecked();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: texts.submit })).toBeFocused();
      await page.keyboard.press('Enter');

      await expect(page).toHaveURL(/#\/user-home$/);
      await expect(cards(page).first()).toBeVisible();
      await waitForLateParts(page);
      await step('3-dashboard');
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page);

      await goTo(page, '/my-account/household');
      const program = region(page, texts.homePrograms)
        .getByRole('listitem')
        .filter({ hasText: texts.program });
      await expect(program).toContainText(language === 'en' ? /Since \w{3} \d/ : /Desde/);
      await step('4-household');
      await goTo(page, '/my-account/profile');
      const agreements = region(page, texts.agreements);
      await expect(agreements.getByRole('heading', { name: texts.version })).toBeVisible();
      await agreements.getByRole('button', { name: texts.read }).click();
      const dialog = page.getByRole('dialog', { name: texts.version });
      await dialog.locator('summary', { hasText: texts.privacy }).click();
      await expect(dialog.getByText(WORDS[language].privacy)).toBeVisible();
      await step('5-agreement');
      await expectAccessible(page, 'dialog[open]');
      expect(await horizontalOverflow(page)).toBe(0);
    },
  );
}

for (const { language, width } of CASES) {
  test(
    `[AUTH-7] [LANG-1] a new home without devices reads what comes next, in ${language} at ${width}`,
    LONG,
    async ({ page, server }) => {
      const texts = TEXTS[language];
      await page.setViewportSize({ width, height: width < 500 ? 812 : 900 });
      const { email } = await bringIn(server, language, false);
      await page.goto(`${pathOf(linkIn(await lastTo(page, email))).replace('#', `&lang=${language}#`)}`);
      await page.getByLabel(texts.firstName, { exact: true }).fill('Dana');
      await page.getByLabel(texts.lastName, { exact: true }).fill('Okafor');
      await page.getByLabel(texts.password).fill(PASSWORD);
      await page.getByRole('checkbox', { name: texts.agree }).check();
      await page.getByRole('button', { name: texts.submit }).click();
      await expect(page.getByRole('heading', { name: texts.none })).toBeVisible();
      await waitForIdleCalls(page);
      await picture(page, `${language}-${width}-6-no-devices`);
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page);
    },
  );
}

test('[AUTH-7] [T-19] who has not agreed is asked at each visit, may put it off, and is kept from nothing', async ({
  page,
}) => {
  const session = await newSession(page, 'makers');
  await openSignedIn(page, 'makers', { session });
  const question = page.getByRole('dialog', { name: 'Terms of Sunvale Energy' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await expect(question.getByRole('button', { name: 'Not now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await goTo(page, '/my-account/profile');
  await expect(region(page, 'What you agreed to')).toContainText('You have not agreed to any terms yet.');
  await goTo(page, '/user-home');
  await expect(cards(page).first()).toBeVisible();
  await expect(question).toHaveCount(0);

  await page.reload();
  await expect(question.locator('summary')).toHaveCount(2);
  await question.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(toasts(page)).toContainText('You agreed to the terms of Sunvale Energy');
  await expect(question).toHaveCount(0);
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  await waitForIdleCalls(page);
  await expect(question).toHaveCount(0);
  await goTo(page, '/my-account/profile');
  await expect(region(page, 'What you agreed to')).toContainText('Version of January 1, 2026');
});
