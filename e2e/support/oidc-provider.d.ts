/** The part of oidc-provider that journeys use; the package comes without types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Context {
    readonly path: string;
    /** Of an answer of the token endpoint. */
    readonly body?: { id_token?: string };
    readonly response: { get(header: string): string | undefined };
    set(header: string, value: string): void;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): RequestListener;
  }
}
