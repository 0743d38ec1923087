import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { readCommandLine } from './options.ts';

const HOLDER = { premiseId: 'P-1', accountNumber: 'A-1', feeder: 'F-7', group: 'north', houseId: 'h1' };
const BALANCE = {
  ...HOLDER,
  address: '1 New Street',
  programId: 'summer-cooling',
  currency: 'USD',
  accrued: 0,
  confirmed: 270,
  reversed: 0,
  paid: 30,
};
const PARTICIPATION = {
  ...HOLDER,
  deviceId: 'd1',
  kind: 'tstat',
  outcome: 'responded',
  receiptVersion: 1,
  state: 'final',
  baselineWh: 500,
  actualWh: 200,
  reductionWh: 300,
  reason: null,
};

test.each([
  [['rewards', 'export'], BALANCE],
  [['participation', 'export', 'e1'], PARTICIPATION],
])(
  '[T-25] %j names premise, account, feeder and group, and writes a page before it asks for the next',
  async (args, row) => {
    let pages = 0;
    const session = {
      call: async <T>(): Promise<T> => {
        pages += 1;
        return {
          asOf: '2026-07-01T00:00:00.000Z',
          rows: [row],
          next: pages < 3 ? `page${pages}` : null,
        } as T;
      },
      ask: async () => '',
      login: async () => '',
      logout: async () => {},
      note: () => {},
    };
    const { command, ...line } = readCommandLine(args);
    const { text } = await commands[command](session, line);
    const written: { readonly after: number; readonly text: string }[] = [];
    for await (const part of text) written.push({ after: pages, text: part });
    const lines = written.flatMap(({ after, text: part }) =>
      part
        .trim()
        .split('\r\n')
        .map((one) => ({ after, one })),
    );
    expect(lines[0]?.one).toContain('"premiseId","accountNumber","feeder","group","houseId"');
    expect(lines.slice(1).map(({ after }) => after)).toEqual([1, 2, 3]);
    for (const { one } of lines.slice(1)) expect(one).toContain('"P-1","A-1","F-7","north","h1"');
  },
);
