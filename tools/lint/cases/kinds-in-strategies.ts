import type { LintCase } from './lint-case.ts';

const says = (name: string) =>
  `${name}: only a strategy (domain/src/events/plan/strategies/) asks for a kind or a setpoint`;

export const kindsInStrategies: readonly LintCase[] = [
  {
    what: 'a comparison with a kind',
    bad: ['domain/src/events/life/a.ts', `export const f = (kind: string) => kind === 'hwh';`],
    says: [says('hwh')],
    good: ['domain/src/events/plan/strategies/a.ts', `export const f = (kind: string) => kind === 'hwh';`],
  },
  {
    what: 'a table by kind',
    bad: ['server/src/events/a.ts', `export const table = { battery: 1, 'ev': 2 };`],
    says: [says('battery'), says('ev')],
    good: ['server/src/demo/a.ts', `export const table = { battery: 1, 'ev': 2 };`],
  },
  {
    what: 'a screen of events that asks for a kind',
    bad: ['web/src/features/events/a.ts', `export const f = (kind: string) => kind === 'battery';`],
    says: [says('battery')],
    good: ['web/src/features/events/battery/a.ts', `export const f = (kind: string) => kind === 'battery';`],
  },
  {
    what: 'what screens outside the folder of events tell of them',
    bad: ['web/src/api/event-hold.ts', `export const f = (kind: string) => kind === 'hwh';`],
    says: [says('hwh')],
    good: ['web/src/api/comfort.ts', `export const f = (kind: string) => kind === 'hwh';`],
  },
  {
    what: 'a setpoint that is read, by its name, a pattern or a text',
    bad: [
      'server/src/stores/events/a.ts',
      `export const f = (body: any) => body.coolSetpoint ?? body['heatSetpoint']; export const g = ({ setpoint }: any) => setpoint;`,
    ],
    says: [says('coolSetpoint'), says('heatSetpoint'), says('setpoint')],
    good: ['server/src/stores/events/a.ts', `export const f = (body: any, field: string) => body[field];`],
  },
  {
    what: 'a kind in a template, as a field of a table or in a pattern',
    bad: [
      'domain/src/events/life/a.ts',
      'export const f = (kind: string) => kind === `hwh`; export const g = (table: any) => table.battery; export const h = (kind: string) => /^(tstat|rac)$/.test(kind);',
    ],
    says: [says('hwh'), says('battery'), says('^(tstat|rac)$')],
    good: [
      'domain/src/events/life/a.ts',
      'export const f = (kind: string) => `${kind} of the house`; export const g = (table: any) => table.batteryReserve; export const h = (code: string) => /^every(where)?$/.test(code);',
    ],
  },
  {
    what: 'a resource or a setting that only one kind has',
    bad: [
      'server/src/results/a.ts',
      "export const keys = ['battery-present-capacity', `hwh-${'tank'}`]; export const f = (values: any) => values['thermostat-mode'];",
    ],
    says: [says('battery-present-capacity'), says('hwh-'), says('thermostat-mode')],
    good: ['server/src/telemetry/a.ts', "export const keys = ['battery-present-capacity'];"],
  },
  {
    what: 'words of a kind are keys of a table, and not compared',
    bad: [
      'web/src/features/events/a.ts',
      `export const f = (words: string) => words === 'charge' || 'air' !== words;`,
    ],
    says: [says('charge'), says('air')],
    good: [
      'web/src/features/events/a.ts',
      `const table: Record<string, boolean> = { air: false, water: false, charge: true }; export const f = (words: string) => table[words];`,
    ],
  },
  {
    what: 'what the gate knows of setpoints',
    bad: [
      'domain/src/events/a.ts',
      `import { setpointBounds } from '../control/gate/safety.ts'; export { setpointBounds };`,
    ],
    says: [says('setpointBounds')],
    good: [
      'domain/src/events/a.ts',
      `import { passGate } from '../control/gate/gate.ts'; export { passGate };`,
    ],
  },
  {
    what: 'a test may name a kind, results may not',
    bad: ['server/src/results/a.ts', `export const kinds = ['rac'];`],
    says: [says('rac')],
    good: ['server/src/results/a.test.ts', `export const kinds = ['rac'];`],
  },
];
