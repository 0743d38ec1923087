import type { App } from './app.ts';
import { portal } from './portal.ts';
import { signIn } from './sign-in.ts';

/** Every app by its name, which its scripts carry too. */
export const apps = { signIn, portal } as const satisfies Record<string, App>;

export type AppName = keyof typeof apps;
