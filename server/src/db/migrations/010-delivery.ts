/**
 * `hold_until`: when the device falls back by itself to what it held before. The index finds the open commands of the devices of
 * a batch of readings, however many ended ones a device has.
 */
export const delivery = [
  `alter table command add column hold_until timestamptz`,
  `create index command_open_of_device on command (provider_id, house_id, device_id)
    where state in ('accepted', 'sent')`,
];
