import { defineManufacturer } from './define.ts';

export const honeywell = defineManufacturer({
  label: 'Honeywell',
  models: { tstat: [{ modes: ['off', 'cool', 'heat'] }] },
  wholeCommands: true,
});
