import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { Device, DeviceSetting, RealtimeEntry } from '../entities/device.ts';
import { Flag } from '../flag.ts';

const includes = z.object({ includeSettings: Flag, includeCommandModes: Flag });

export const devices = defineEndpoints({
  list: {
    method: 'GET',
    path: '/house/{houseId}/device',
    summary: 'Devices of the house',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    query: includes,
    response: z.array(Device),
  },
  get: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}',
    summary: 'One device',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    query: includes,
    response: Device,
  },
  settings: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}/setting',
    summary: 'Settings of a device',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: z.array(DeviceSetting),
  },
  setting: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}/setting/{key}',
    summary: 'One setting of a device; its value is null when it is not set',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: DeviceSetting,
  },
  realtime: {
    method: 'GET',
    path: '/house/{houseId}/device/{deviceId}/realtime',
    summary: 'Newest readings of a device; the ETag is the version of the device',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: z.array(RealtimeEntry),
  },
});
