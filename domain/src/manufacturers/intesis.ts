import { defineManufacturer } from './define.ts';

const airConditioner = {
  modes: ['off', 'cool', 'heat', 'auto', 'fan', 'dry'],
  fanModes: ['auto', 'position-one', 'position-three', 'position-five'],
} as const;

export const intesis = defineManufacturer({
  label: 'Intesis',
  models: {
    tstat: [airConditioner],
    rac: [{ ...airConditioner, setpoints: 'heat-and-cool' }],
  },
});
