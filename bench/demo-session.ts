/** The server that a benchmark runs against. */
export const server = process.env['BENCH_SERVER'] ?? '';

export interface DemoSession {
  readonly token: string;
  readonly user: { readonly id: string; readonly roles: readonly { readonly houseId: string }[] };
}

export const signInToDemo = async (): Promise<DemoSession> => {
  const answer = await fetch(`${server}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@porchlight.example', password: 'HomeEnergy2026' }),
  });
  return (await answer.json()) as DemoSession;
};
