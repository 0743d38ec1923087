import { defineManufacturer } from './define.ts';

export const smartcar = defineManufacturer({
  label: 'Smartcar',
  models: { ev: [{}] },
  namedByMake: true,
});
