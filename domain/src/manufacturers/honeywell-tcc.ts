import { defineManufacturer } from './define.ts';
import { honeywell } from './honeywell.ts';

export const honeywellTcc = defineManufacturer({ ...honeywell, label: 'Honeywell Total Connect' });
