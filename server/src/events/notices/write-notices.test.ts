import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import type { QueuedText } from '../../notify/enqueue.ts';
import { updateEvent, writeTransition } from '../../stores/events/events.ts';
import { optOut } from '../../stores/account/phones.ts';
import type { TestApp } from '../../testing/app.ts';
import { databases } from '../../testing/database/databases.ts';
import { MEMBERS, START, openNoticeCalls } from '../../testing/events/notice-calls.ts';
import type { NoticeCalls } from '../../testing/events/notice-calls.ts';
import { PHONE, accountIdOf, emailOf } from '../../testing/test-data.ts';
import type { Person } from '../../testing/test-data.ts';
import { writeNotices } from './write-notices.ts';

describe.each(databases)('%s', (_name, open) => {
  let calls: NoticeCalls;
  let db: RootDb;
  let app: TestApp;
  let deps: NoticeCalls['deps'];
  let setClock: NoticeCalls['setClock'];
  let addPhone: NoticeCalls['addPhone'];
  let addEvent: NoticeCalls['addEvent'];
  let read: NoticeCalls['read'];
  let write: NoticeCalls['write'];
  let messages: NoticeCalls['messages'];
  let messageOf: NoticeCalls['messageOf'];
  let queued: NoticeCalls['queued'];
  let mails: NoticeCalls['mails'];
  let texts: NoticeCalls['texts'];
  let choose: NoticeCalls['choose'];
  let setAccount: NoticeCalls['setAccount'];
  let setHouse: NoticeCalls['setHouse'];
  let deliver: NoticeCalls['deliver'];

  beforeAll(async () => {
    calls = await openNoticeCalls(await open());
    ({
      db,
      app,
      deps,
      setClock,
      addPhone,
      addEvent,
      read,
      write,
      messages,
      messageOf,
      queued,
      mails,
      texts,
      choose,
      setAccount,
      setHouse,
      deliver,
    } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(() => calls.startAfresh());

  describe('by day', () => {
    test('every active member of the home is told, and nobody else', async () => {
      const event = await addEvent({}, ['housea', 'houseb']);
      await write(event);
      const written = await messages();
      expect(written.map(({ accountId }) => accountId)).toEqual(MEMBERS.map(accountIdOf).toSorted());
      expect(new Set(written.map(({ houseId, kind }) => `${houseId} ${kind}`))).toEqual(
        new Set(['housea peak_demand']),
      );
      expect((await mails()).map(({ order }) => order.to).toSorted()).toEqual(
        MEMBERS.map(emailOf).toSorted(),
      );
      await write(event, 'scheduled', ['housea', 'houseb']);
      expect(
        (await messages()).filter(({ houseId }) => houseId === 'houseb').map(({ accountId }) => accountId),
      ).toEqual([accountIdOf('neighbour')]);
    });

    test('[UX-47] a notice tells what the event may earn as its page does: less where a device is eased, nothing by the kWh where nothing measures it', async () => {
      const toldOnce = async (change: () => Promise<unknown>) => {
        await calls.startAfresh();
        const event = await addEvent();
        await change();
        await write(event);
        return (await messageOf('owner')).plainTextBody;
      };
      const made = (mfg: string) =>
        db.updateTable('device').set({ mfg }).where('id', '=', 'houseatstat').execute();
      // 1.4 kWh for each of 3 hours at $0.55.
      expect(await toldOnce(async () => {})).toContain('$2.31');
      // A third of the change is left.
      expect(
        await toldOnce(() => db.updateTable('eventParticipation').set({ eased: true }).execute()),
      ).toContain('$0.77');
      expect(await toldOnce(() => made('nest'))).not.toContain('$');
      await made('honeywell');
    });

    test('[NOTIF-1] two nodes at once, and each again: one message and one mail for each person', async () => {
      const event = await addEvent();
      await Promise.all([write(event), write(event), write(event)]);
      await write(event);
      expect(await messages()).toHaveLength(MEMBERS.length);
      expect(await mails()).toHaveLength(MEMBERS.length);
    });

    test('an attempt that failed left nothing behind, and the next one tells everybody', async () => {
      const event = await addEvent();
      const failed = db.transaction().execute(async (tx) => {
        await writeNotices(tx, deps, event, [{ houseId: 'housea', notice: 'scheduled' }], app.clock.now());
        throw new Error('the node dies');
      });
      await expect(failed).rejects.toThrow('the node dies');
      expect([await messages(), await mails()]).toEqual([[], []]);
      await write(event);
      expect(await messages()).toHaveLength(MEMBERS.length);
      expect(await mails()).toHaveLength(MEMBERS.length);
    });

    test('a message that its reader deleted does not come back', async () => {
      const event = await addEvent();
      await write(event);
      await db.updateTable('message').set({ deletedAt: app.clock.now() }).execute();
      await db.deleteFrom('eventNotice').execute();
      await write(event);
      expect(await messages()).toHaveLength(MEMBERS.length);
      expect(await mails()).toHaveLength(MEMBERS.length);
    });

    test('[NOTIF-1] [NOTIF-2] it goes out on the channels that each person chose', async () => {
      await choose('owner', { email: false, sms: true, voice: true });
      await choose('second', { email: false });
      // What was chosen for another house does not count for this one.
      await choose('withTotp', { email: false }, 'houseb');
      await write(await addEvent());
      expect(await messages()).toHaveLength(MEMBERS.length);
      const others = ['locked', 'noPassword', 'withTotp'] as const;
      expect((await mails()).map(({ order }) => order.to).toSorted()).toEqual(others.map(emailOf).toSorted());
      const [text, ...more] = await texts();
      expect(more).toEqual([]);
      expect(text?.order).toMatchObject({
        to: `+1${PHONE}`,
        text: 'Sunvale: Peak event Sunday, November 15, 5:00 PM to 8:00 PM MST. See the plan or opt out: https://portal.example/?pid=sunvale#/user-home?house=housea Reply STOP to end texts.',
      });
      const [call] = await queued<QueuedText>('send-voice');
      expect(call?.order.text).toBe(
        'This is Sunvale. A peak event is planned for Sunday, November 15, 5:00 PM to 8:00 PM MST. You can see the plan, or opt out, in the portal.',
      );
    });

    test('[NOTIF-1] where a home has no SMS or voice, choosing them sends nothing', async () => {
      await choose('owner', { sms: true, voice: true });
      await setHouse({ settings: JSON.stringify({ enableSms: false, enableVoiceNotifications: false }) });
      await write(await addEvent());
      expect([await texts(), await queued('send-voice')]).toEqual([[], []]);
      expect(await mails()).toHaveLength(MEMBERS.length);
    });

    test('[T-15] texts go to verified numbers only, and not to one that answered STOP', async () => {
      await choose('owner', { sms: true });
      await addPhone('3035550150', { verifiedAt: null });
      await addPhone('3035550151', { optedOutAt: app.clock.now() });
      const event = await addEvent();
      await write(event);
      expect((await texts()).map(({ order }) => order.to)).toEqual([`+1${PHONE}`]);
      await db.transaction().execute((tx) => optOut(tx, `+1${PHONE}`, app.clock.now()));
      await write(event, 'starting');
      app.clock.advance(DAY);
      await write(event, 'ended');
      expect(await texts()).toHaveLength(1);
    });

    test('[T-15] STOP between the notice and its text keeps the text from being sent, like removing the number', async () => {
      await choose('owner', { sms: true });
      await write(await addEvent());
      const [job] = await texts();
      if (!job) throw new Error('no text');
      expect(await deliver(job)).toHaveLength(1);
      await db.transaction().execute((tx) => optOut(tx, `+1${PHONE}`, app.clock.now()));
      expect(await deliver(job)).toEqual([]);
      await db.updateTable('phoneNumber').set({ optedOutAt: null }).execute();
      expect(await deliver(job)).toHaveLength(1);
      await db.deleteFrom('phoneNumber').execute();
      expect(await deliver(job)).toEqual([]);
    });
  });

  describe('in each language', () => {
    test.each([
      ['scheduled', START - 6 * HOUR, {}, 'Evento de máxima demanda: domingo, 15 de nov'],
      ['starting', START - 5 * MINUTE, {}, 'Evento de máxima demanda hoy a las 5:00 p.m.'],
      [
        'cancelled',
        START - HOUR,
        { cancelledAt: START - HOUR },
        'Cancelado: evento de máxima demanda, domingo, 15 de nov',
      ],
      ['ended', START + 3 * HOUR + MINUTE, {}, 'Terminó el evento de máxima demanda'],
      ['result', START + 5 * HOUR, {}, 'Sin resultado de energía'],
    ] as const)(
      '[NOTIF-1] [UX-40] "%s" is read in the language set now, and mailed in the one set then',
      async (name, at, change, spanish) => {
        await setAccount('second', { language: 'es' });
        const event = await addEvent();
        setClock(new Date(at).toISOString());
        const ids = { providerId: 'sunvale', eventId: 'event1' };
        await updateEvent(db, ids, { ...event, ...change }, app.clock.now());
        if (name === 'result') await writeTransition(db, ids, 'final', app.clock.now());
        await write(await read(), name);
        const of = async (person: Person) => {
          const message = (await messages()).find(({ accountId }) => accountId === accountIdOf(person));
          if (!message) throw new Error(`${person} was not told`);
          const { subject, htmlBody, plainTextBody, translations, language } = message;
          return { language, words: { subject, htmlBody, plainTextBody }, translations };
        };
        const [owner, second] = [await of('owner'), await of('second')];
        expect([owner.language, second.language]).toEqual(['en', 'es']);
        expect(second.words.subject).toBe(spanish);
        const inEach = { en: owner.words, es: second.words };
        expect([owner.translations, second.translations]).toEqual([inEach, inEach]);
        const mailed = (await mails()).filter(({ order }) => order.to === emailOf('second'));
        expect(mailed.map(({ order }) => order.language)).toEqual(['es']);
      },
    );
  });

  describe('at night', () => {
    test('[T-35] a text waits until 8:00 of the home; the mail does not', async () => {
      // 22:00 in Denver; the event begins in 19 hours.
      setClock('2026-11-15T05:00:00.000Z');
      await choose('owner', { sms: true, voice: true });
      await write(await addEvent());
      expect(await mails()).toHaveLength(MEMBERS.length);
      const waiting = [...(await texts()), ...(await queued<QueuedText>('send-voice'))];
      const eight = new Date('2026-11-15T15:00:00.000Z');
      expect(waiting.map(({ startAfter }) => startAfter)).toEqual([eight, eight]);
    });

    test('[T-35] the clock of the home counts: while it is night in Denver it may be day there', async () => {
      // 16:00 in Sydney; in Denver it would be night.
      setClock('2026-11-15T05:00:00.000Z');
      await choose('owner', { sms: true });
      await setHouse({ timezone: 'Australia/Sydney' });
      await write(await addEvent());
      const [text] = await texts();
      expect(text?.order.about?.waited).toBe(false);
    });

    test('an event that begins within 12 hours is announced at once', async () => {
      setClock('2026-11-15T12:30:00.000Z');
      await choose('owner', { sms: true });
      await write(await addEvent());
      expect((await texts()).map(({ order }) => order.about?.waited)).toEqual([false]);
    });

    test('what says nothing in the morning is not texted at all; the message is there', async () => {
      // 23:00, an hour after the end.
      setClock('2026-11-16T06:00:00.000Z');
      await choose('owner', { sms: true });
      await write(await addEvent({ startTime: START + 2 * HOUR, endTime: START + 5 * HOUR }), 'ended');
      expect(await texts()).toEqual([]);
      expect((await messageOf('owner')).subject).toBe('The peak event has ended');
    });

    test('a text that has waited is not sent when a newer one about the same event waits too', async () => {
      setClock('2026-11-15T05:00:00.000Z');
      await choose('owner', { sms: true });
      const event = await addEvent();
      await write(event);
      app.clock.advance(MINUTE);
      const cancelledAt = app.clock.now().getTime();
      await updateEvent(
        db,
        { providerId: 'sunvale', eventId: 'event1' },
        { ...event, cancelledAt },
        app.clock.now(),
      );
      await write(await read(), 'cancelled');
      const sent = [];
      for (const job of await texts()) sent.push(...(await deliver(job)));
      expect(sent.map(({ text }) => text)).toEqual([
        'Sunvale: The peak event Sunday, November 15, 5:00 PM to 8:00 PM MST was cancelled. Reply STOP to end texts.',
      ]);
    });
  });
});
