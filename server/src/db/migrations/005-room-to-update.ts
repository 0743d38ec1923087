/**
 * The newest state of a device is written anew with each of its readings. With room on its page the new version lies beside
 * the old one and no index has to be touched, which halves the cost.
 */
export const roomToUpdate = [`alter table device_state set (fillfactor = 50)`];
