import { text } from '../columns.ts';

/** The columns that say whose row it is. */
export const tenant = { providerId: text<string>() };
export const ofHouse = { ...tenant, houseId: text<string>() };
export const ofDevice = { ...ofHouse, deviceId: text<string>() };
export const ofAccount = { ...tenant, accountId: text<string>() };
export const ofEvent = { ...tenant, eventId: text<string>() };
export const ofParticipation = { ...ofEvent, houseId: text<string>(), deviceId: text<string>() };
