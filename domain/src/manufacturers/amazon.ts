import { defineManufacturer } from './define.ts';

export const amazon = defineManufacturer({
  label: 'Amazon',
  control: 'view-only',
  events: 'none',
  models: { tstat: [{}] },
});
