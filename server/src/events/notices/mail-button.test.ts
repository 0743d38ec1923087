import { expect, test } from 'vitest';
import { cooling, eventOf } from '#domain/events/testing/facts.ts';
import { operatorContent } from '../../messages/operator-content.ts';
import { readProviders } from '../../providers/registry.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import type { Recipient } from '../../stores/messages/recipients.ts';
import { noticeContent } from './notice-content.ts';
import type { NoticeFacts } from './plan-words.ts';

const provider = readProviders().byId('sunvale');
if (!provider) throw new Error('there is no such provider');
const recipient = {
  houseId: 'a b',
  language: 'en',
  address: '1 Test Street',
  timezone: 'America/Denver',
} as Recipient;
const event = eventOf(cooling) as StoredEvent;

const buttonOfResult = (receipts: NoticeFacts['result']['receipts']) =>
  noticeContent(
    'result',
    {
      event,
      events: [event],
      devices: [],
      optOuts: [],
      toldAt: null,
      told: null,
      expected: null,
      result: {
        figures: { savedWh: receipts.length === 0 ? null : 1_840, rewards: [] },
        before: null,
        receipts,
        provisionalUntil: null,
        isLeft: false,
      },
      now: event.endTime,
    },
    { recipient, provider, publicUrl: 'https://portal.example/' },
  ).blocks[1];

test('[T-41] the button of a mail stands below what and how much, and says where it leads: to the event, to how its result was calculated, or to what was written, in the home that it is about', () => {
  expect(buttonOfResult([{ deviceId: 'device-1', estimated: false, reason: null }])).toEqual({
    button: 'See how it was calculated',
    link: 'https://portal.example/#/event/event-1/receipt?house=a%20b',
  });
  expect(buttonOfResult([])).toEqual({
    button: 'See the event',
    link: 'https://portal.example/#/event/event-1?house=a%20b',
  });
  const link = 'https://portal.example/#/message-center/inbox/message/1?house=a%20b';
  const written = { subject: 'Yes', html: '<p>It does.</p>' };
  expect(operatorContent(written, { recipient, provider, link }).blocks.at(-1)).toEqual({
    button: 'Open in the portal',
    link,
  });
});
