import type { QueuedMail, QueuedText } from '../../notify/enqueue.ts';
import { testKeys } from '../app.ts';

export const mail: QueuedMail = {
  to: 'owner@home.example',
  name: 'link',
  language: 'en',
  values: { pin: '12345', link: 'https://portal.example/#/auth?token=t&pin=12345' },
  until: null,
};
export const text: QueuedText = { to: '+13035550142', language: 'es', text: 'Sunvale: 123456', until: null };

/** The data of a job that delivers a message. */
export const sealed = (order: object, providerId = 'sunvale') => ({
  providerId,
  sealed: testKeys.seal('message', providerId, JSON.stringify(order)),
});
