import type { Locator, Page } from '@playwright/test';

export const emailField = (page: Page): Locator => page.getByLabel('Email', { exact: true });
export const passwordField = (page: Page): Locator => page.getByLabel('Password', { exact: true });
export const signInButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Sign in', exact: true });
