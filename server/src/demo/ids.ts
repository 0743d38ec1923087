import { idOf } from './seeded-random.ts';

/** The same on every installation. */
export const houseId = (key: string): string => idOf(`house ${key}`);
export const deviceId = (house: string, device: string): string => idOf(`device ${house} ${device}`);
export const accountId = (email: string): string => idOf(`account ${email}`);
