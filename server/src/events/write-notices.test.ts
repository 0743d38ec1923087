import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MessageSetting } from '#contract/entities/account.ts';
import type { PlanStep } from '#domain/events/event.ts';
import type { Notice } from '#domain/events/notices.ts';
import { newParticipation } from '#domain/events/participation.ts';
import type { Participation } from '#domain/events/participation.ts';
import { DAY, HOUR, MINUTE } from '#domain/time.ts';
import { createJobs } from '../jobs/queue.ts';
import type { Jobs } from '../jobs/queue.ts';
import { deliverMail, deliverText } from '../notify/deliver.ts';
import type { Mail, TextMessage } from '../notify/channels.ts';
import type { QueuedNotice, QueuedText } from '../notify/enqueue.ts';
import type { NotifyDeps } from '../notify/notify-accounts.ts';
import { insertEvent, updateEvent, writeTransition } from '../stores/events.ts';
import type { NewEvent, StoredEvent } from '../stores/events.ts';
import { findEvent } from '../stores/events.ts';
import { insertParticipations, updateParticipations } from '../stores/participations.ts';
import { optOut } from '../stores/phones.ts';
import { TestClock, startApp, testKeys } from '../testing/app.ts';
import type { TestApp } from '../testing/app.ts';
import { databases } from '../testing/databases.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { PHONE, accountIdOf, emailOf, insertTestData } from '../testing/test-data.ts';
import type { Person } from '../testing/test-data.ts';
import type { SweepDeps } from './deps.ts';
import { sweepEvents } from './sweep-events.ts';
import { notifyWallChange, writeNotices } from './write-notices.ts';

/** Sunday, 11:00 in Denver. */
const NOW = '2026-11-15T18:00:00.000Z';
/** 17:00 in Denver. */
const START = Date.parse('2026-11-16T00:00:00.000Z');
const MEMBERS: readonly Person[] = ['locked', 'noPassword', 'owner', 'second', 'withTotp'];
const HOSTILE = '<img src=x onerror=alert(1)> & <a href="javascript:alert(2)">cheap</a>';

const stepsAt = (
  { startTime, endTime }: Pick<NewEvent, 'startTime' | 'endTime'>,
  command: PlanStep['command'],
): PlanStep[] => [
  {
    phase: 'during',
    at: startTime + 2 * MINUTE,
    until: endTime,
    command,
    reason: { code: 'event', until: endTime, eased: false },
  },
];

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  let jobs: Jobs;
  let deps: NotifyDeps;

  beforeAll(async () => {
    database = await open();
    app = await startApp(database.db, { clock: new TestClock(NOW) });
    await insertTestData(database.db, app);
    jobs = createJobs(database.engine, () => {});
    await jobs.start();
    const { random, providers } = app;
    const publicUrl = ({ id }: { readonly id: string }) => `https://portal.example/?pid=${id}`;
    deps = { jobs, keys: testKeys, random, providers, publicUrl };
  });
  afterAll(async () => {
    await jobs.stop();
    await app.close();
    await database.close();
  });

  const setClock = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now().getTime());
  beforeEach(async () => {
    const { db } = database;
    setClock(NOW);
    await sql`delete from jobs.job`.execute(db);
    for (const table of ['message', 'eventNotice', 'demandEvent', 'messageSetting', 'phoneNumber'] as const) {
      await db.deleteFrom(table).execute();
    }
    await db.updateTable('account').set({ language: null, temperatureUnit: null }).execute();
    await db.updateTable('device').set({ name: 'Hall' }).execute();
    await db
      .updateTable('house')
      .set({ timezone: 'America/Denver', settings: null, nickname: null })
      .execute();
    await addPhone(PHONE);
  });

  const addPhone = (phone: string, more: { verifiedAt?: null; optedOutAt?: Date } = {}) => {
    const now = app.clock.now();
    const ids = { providerId: 'sunvale', accountId: accountIdOf('owner'), countryCode: '1', phone } as const;
    return database.db
      .insertInto('phoneNumber')
      .values({ ...ids, verifiedAt: now, optedOutAt: null, createdAt: now, ...more })
      .execute();
  };

  /** An announced event with one device of each house. */
  const addEvent = async (more: Partial<NewEvent> = {}, houses = ['housea']): Promise<StoredEvent> => {
    const { db } = database;
    const programId = more.kind === 'hwh' ? 'water-heater' : 'winter-heating';
    const program = app.providers.byId('sunvale')?.programs.find(({ id }) => id === programId);
    if (!program) throw new Error(programId);
    const event: NewEvent = {
      providerId: 'sunvale',
      id: 'event1',
      dispatchId: 'dispatch1',
      program,
      kind: 'tstat',
      groups: null,
      startTime: START,
      endTime: START + 3 * HOUR,
      intensity: 100,
      origin: 'operator',
      cause: 'Cold front',
      createdBy: null,
      optOutAllowed: true,
      createdAt: START - DAY,
      state: 'scheduled',
      ...more,
    };
    await insertEvent(db, event);
    await writeTransition(db, { providerId: 'sunvale', eventId: event.id }, 'notified', app.clock.now());
    const [command, moved] =
      event.kind === 'hwh'
        ? [{ setpoint: 110 }, ['setpoint'] as const]
        : [{ heatSetpoint: 65 }, ['heatSetpoint'] as const];
    const changes = houses.map((houseId) => {
      const ids = { eventId: event.id, houseId, deviceId: `${houseId}${event.kind}` };
      const participation = newParticipation(ids, { steps: stepsAt(event, command), moved });
      return { ...ids, providerId: 'sunvale', participation, planRevision: 0, dueAt: START };
    });
    await insertParticipations(db, changes, app.clock.now());
    return read(event.id);
  };
  const read = async (eventId = 'event1'): Promise<StoredEvent> => {
    const event = await findEvent(database.db, { providerId: 'sunvale', eventId });
    if (!event) throw new Error(eventId);
    return event;
  };
  const write = (event: StoredEvent, notice: Notice = 'scheduled', houses = ['housea']) =>
    database.db.transaction().execute((tx) =>
      writeNotices(
        tx,
        deps,
        event,
        houses.map((houseId) => ({ houseId, notice })),
        app.clock.now(),
      ),
    );

  const messages = () => database.db.selectFrom('message').selectAll().orderBy('accountId').execute();
  const messageOf = async (person: Person) => {
    const found = (await messages()).filter(({ accountId }) => accountId === accountIdOf(person));
    const [message] = found;
    if (!message || found.length > 1) throw new Error(`${person} has ${found.length} messages`);
    return message;
  };
  interface Queued<T> {
    readonly id: string;
    readonly order: T;
    readonly startAfter: Date;
    readonly data: { readonly providerId: string; readonly sealed: string };
  }
  const queued = async <T>(name: 'send-mail' | 'send-sms' | 'send-voice'): Promise<Queued<T>[]> => {
    const { rows } = await sql<Omit<Queued<T>, 'order'>>`
      select id, data, start_after from jobs.job where name = ${name} order by created_on, id`.execute(
      database.db,
    );
    return rows.map((row) => ({
      ...row,
      order: JSON.parse(testKeys.open('message', row.data.providerId, row.data.sealed)) as T,
    }));
  };
  const mails = () => queued<QueuedNotice>('send-mail');
  const texts = () => queued<QueuedText>('send-sms');
  const choose = (person: Person, channels: Partial<MessageSetting>, houseId = 'housea') =>
    database.db
      .insertInto('messageSetting')
      .values({
        providerId: 'sunvale',
        accountId: accountIdOf(person),
        houseId,
        key: 'peak_demand',
        email: true,
        sms: false,
        voice: false,
        ...channels,
        updatedAt: app.clock.now(),
      })
      .execute();
  const setAccount = (person: Person, values: { language?: 'es'; temperatureUnit?: 'C' }) =>
    database.db.updateTable('account').set(values).where('id', '=', accountIdOf(person)).execute();
  const setHouse = (values: { timezone?: string; settings?: string; nickname?: string }) =>
    database.db.updateTable('house').set(values).where('id', '=', 'housea').execute();
  const deliver = async (job: Queued<QueuedText>): Promise<TextMessage[]> => {
    const sent: TextMessage[] = [];
    const send = async (message: TextMessage) => {
      sent.push(message);
      return 'sent' as const;
    };
    const channels = { mailer: { send: async () => {} }, sms: { send }, voice: { call: send } };
    const { providers, clock } = app;
    const { db } = database;
    await deliverText({ db, clock, keys: testKeys, providers, channels, mailFrom: null }, job.data, job.id);
    return sent;
  };

  describe('by day', () => {
    test('every active member of the home is told, and nobody else', async () => {
      const event = await addEvent({}, ['housea', 'houseb']);
      await write(event);
      const found = await messages();
      expect(found.map(({ accountId }) => accountId)).toEqual(MEMBERS.map(accountIdOf).toSorted());
      expect(new Set(found.map(({ houseId, kind }) => `${houseId} ${kind}`))).toEqual(
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

    test('[NOTIF-1] two nodes at once, and each again: one message and one mail for each person', async () => {
      const event = await addEvent();
      await Promise.all([write(event), write(event), write(event)]);
      await write(event);
      expect(await messages()).toHaveLength(MEMBERS.length);
      expect(await mails()).toHaveLength(MEMBERS.length);
    });

    test('an attempt that failed left nothing behind, and the next one tells everybody', async () => {
      const event = await addEvent();
      const failed = database.db.transaction().execute(async (tx) => {
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
      await database.db.updateTable('message').set({ deletedAt: app.clock.now() }).execute();
      await database.db.deleteFrom('eventNotice').execute();
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
        text: 'Sunvale: Peak event Sunday, November 15, 5:00 PM to 8:00 PM MST. See the plan or opt out: https://portal.example/?pid=sunvale#/user-home Reply STOP to end texts.',
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
      const { db } = database;
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
      await database.db.transaction().execute((tx) => optOut(tx, `+1${PHONE}`, app.clock.now()));
      expect(await deliver(job)).toEqual([]);
      await database.db.updateTable('phoneNumber').set({ optedOutAt: null }).execute();
      expect(await deliver(job)).toHaveLength(1);
      await database.db.deleteFrom('phoneNumber').execute();
      expect(await deliver(job)).toEqual([]);
    });

    test('it says when, how long, why, what happens to which device, and what leaving costs', async () => {
      await write(await addEvent());
      const { subject, plainTextBody, htmlBody, dispatchId, eventId } = await messageOf('owner');
      expect([dispatchId, eventId]).toEqual(['dispatch1', 'event1']);
      expect(subject).toBe('Peak event on Sunday, November 15, 5:00 PM to 8:00 PM MST');
      expect(plainTextBody.split('\n\n')).toEqual([
        'A peak event is planned at 1 Test Street: Sunday, November 15, 5:00 PM to 8:00 PM MST, 3 hours.',
        'Why: Cold front',
        '- Hall rests at 65 °F from 5:00 PM to 8:00 PM.',
        'You stay in control: you can opt out at any time. You have used 0 of 2 free opt-outs this season.',
      ]);
      expect(htmlBody).toContain('<ul><li>Hall rests at 65 °F from 5:00 PM to 8:00 PM.</li></ul>');
    });

    test('[LANG-4] in the language and unit of the person', async () => {
      await setAccount('second', { language: 'es', temperatureUnit: 'C' });
      await choose('second', { sms: true });
      await write(await addEvent());
      const { subject, plainTextBody, language } = await messageOf('second');
      expect(language).toBe('es');
      expect(subject).toBe(
        'Evento de máxima demanda el domingo, 15 de noviembre, de 5:00 p.m. a 8:00 p.m. MST',
      );
      expect(plainTextBody).toContain('3 horas');
      expect(plainTextBody).toContain('Hall se mantiene en 18 °C de 5:00 p.m. a 8:00 p.m.');
      expect(plainTextBody).toContain('Ha usado 0 de 2 exclusiones gratuitas');
    });

    test('an opt-out that is not possible is said at once; one that costs says how much', async () => {
      const event = await addEvent({ optOutAllowed: false });
      await choose('owner', { sms: true });
      await write(event);
      expect((await messageOf('owner')).plainTextBody).toContain('Opting out of this event is not possible.');
      expect((await texts())[0]?.order.text).toContain('You cannot opt out.');
    });

    test('opt-outs of this season count, those of the same dispatch once', async () => {
      const left = { at: START - 3 * DAY, cause: 'person' } as const;
      for (const [eventId, dispatchId, age] of [
        ['old1', 'olda', 3],
        ['old2', 'oldb', 4],
        ['older', 'oldc', 100],
      ] as const) {
        const startTime = START - age * DAY;
        await addEvent({ id: eventId, dispatchId, startTime, endTime: startTime + HOUR });
        const ids = { eventId, houseId: 'housea', deviceId: 'houseatstat' };
        const plan = { steps: [], moved: [] };
        const participation = { ...newParticipation(ids, plan), optOut: left, optOutCounted: true };
        const change = { ...ids, providerId: 'sunvale', participation, planRevision: 0, dueAt: null };
        await updateParticipations(database.db, [change]);
      }
      await write(await addEvent());
      expect((await messageOf('owner')).plainTextBody).toContain(
        'but you then get no reward for this event. Your 2 free opt-outs of this season are used.',
      );
    });

    test('[T-21] [T-22] what an operator, a household or a device is called cannot become HTML or a link', async () => {
      await setHouse({ nickname: HOSTILE });
      await database.db.updateTable('device').set({ name: HOSTILE }).execute();
      await write(await addEvent({ cause: `${HOSTILE}\n\nhttps://evil.example` }));
      const { htmlBody, plainTextBody } = await messageOf('owner');
      expect(htmlBody).not.toMatch(/<img|<a\b|<script/i);
      expect(htmlBody.match(/<(?!\/?(?:p|ul|li)>)/g)).toBeNull();
      expect(htmlBody).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(plainTextBody).toContain(`Why: ${HOSTILE} https://evil.example`);

      const sent: Mail[] = [];
      const mailer = { send: async (mail: Mail) => void sent.push(mail) };
      const channels = { mailer, sms: null as never, voice: null as never };
      const { providers, clock } = app;
      const [job] = await mails();
      if (!job) throw new Error('no mail');
      const delivery = { db: database.db, clock, keys: testKeys, providers, channels, mailFrom: null };
      await deliverMail(delivery, job.data, job.id);
      await deliverMail(delivery, job.data, job.id);
      const [mail, again] = sent;
      expect(mail?.html).not.toMatch(/<img|<script|javascript:[^;]*"/i);
      expect(mail?.html.match(/<a /g)).toHaveLength(1);
      expect(mail?.html).toContain('href="https://portal.example/?pid=sunvale#/user-home"');
      expect(again?.messageId).toBe(mail?.messageId);
    });

    test('one text about a dispatch of two programs: both devices, and what leaving each costs', async () => {
      const houses = ['housea', 'houseb'];
      const heating = await addEvent({}, houses);
      const water = await addEvent({ id: 'event2', kind: 'hwh' }, houses);
      await write(heating);
      await write(water);
      expect(await mails()).toHaveLength(MEMBERS.length);
      const { plainTextBody } = await messageOf('owner');
      expect(plainTextBody).toContain('- Hall rests at 65 °F from 5:00 PM to 8:00 PM.');
      expect(plainTextBody).toContain(
        '- Hall lets its water cool down to 110 °F at most, from 5:00 PM to 8:00 PM.',
      );
      expect(plainTextBody).toContain('Winter Heating: You stay in control');
      expect(plainTextBody).toContain('0 of 5 free opt-outs');
    });

    test('the sweep tells a home of a dispatch when the devices of all its events are planned', async () => {
      const { db } = database;
      const now = app.clock.now();
      const entries = {
        status: { value: 'ONLINE' },
        'thermostat-mode': { value: 'heat' },
        'thermostat-heat-setpoint': { value: 70 },
        'thermostat-cool-setpoint': { value: 78 },
        'thermostat-fan-mode': { value: 'auto' },
        'hwh-set-mode': { value: 'Heat Pump' },
        'hwh-set-temperature': { value: 125 },
      };
      await db
        .updateTable('deviceState')
        .set({ entries: JSON.stringify(entries), reportedAt: now })
        .execute();
      await addEvent({}, []);
      await addEvent({ id: 'event2', kind: 'hwh' }, []);
      await db.updateTable('demandEvent').set({ state: 'scheduled', notifiedAt: null }).execute();
      await db.deleteFrom('eventTransition').execute();
      const onError = (error: unknown): never => {
        throw error;
      };
      const sweepDeps: SweepDeps = {
        ...app,
        db,
        jobs,
        onError,
        writeNotices: (tx, event, notices, at) => writeNotices(tx, deps, event, notices, at),
      };
      await sweepEvents(sweepDeps);
      await sweepEvents(sweepDeps);
      expect(await messages()).toHaveLength(MEMBERS.length + 1);
      const { plainTextBody } = await messageOf('neighbour');
      expect(plainTextBody).toContain('Hall rests at 67 °F');
      expect(plainTextBody).toContain('Hall lets its water cool down');
    });

    test('an announcement does not wait for ever for the plans of another event', async () => {
      const event = await addEvent();
      await addEvent({ id: 'event2', kind: 'hwh' });
      await write(event);
      expect(await messages()).toEqual([]);
      app.clock.advance(5 * MINUTE + 1);
      await write(event);
      expect(await messages()).toHaveLength(MEMBERS.length);
    });

    const cancel = async (event: StoredEvent) => {
      const cancelledAt = app.clock.now().getTime();
      await updateEvent(database.db, { providerId: 'sunvale', eventId: event.id }, { ...event, cancelledAt });
      return read(event.id);
    };

    test('a dispatch that is cancelled in part says for which devices', async () => {
      await addEvent();
      const water = await addEvent({ id: 'event2', kind: 'hwh' });
      await write(await cancel(water), 'cancelled');
      const { subject, plainTextBody } = await messageOf('owner');
      expect(subject).toBe('Cancelled: the peak event on Sunday, November 15');
      expect(plainTextBody).toContain('This concerns Hall.');
    });

    test('what is no longer due when it is written is not told', async () => {
      const event = await addEvent();
      const cancelled = await cancel(event);
      // A node that read the event before it was cancelled.
      await write(event);
      expect(await messages()).toEqual([]);
      await write(cancelled, 'cancelled');
      expect((await messageOf('owner')).subject).toMatch(/^Cancelled/);
      await write(event);
      expect(await messages()).toHaveLength(MEMBERS.length);
    });

    test('each change is told once, with the new time', async () => {
      const event = await addEvent();
      await write(event);
      const ref = { providerId: 'sunvale', eventId: event.id };
      for (const revision of [1, 2]) {
        const startTime = START + revision * HOUR;
        await updateEvent(database.db, ref, { ...event, startTime, endTime: startTime + HOUR, revision });
        app.clock.advance(MINUTE);
        await write(await read(), 'changed');
        await write(await read(), 'changed');
      }
      const subjects = (await messages())
        .filter(({ accountId }) => accountId === accountIdOf('owner'))
        .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
        .map(({ plainTextBody }) => plainTextBody.split('\n')[0]);
      expect(subjects.slice(1)).toEqual([
        'The peak event at 1 Test Street was changed. It is now Sunday, November 15, 6:00 PM to 7:00 PM MST, 1 hour.',
        'The peak event at 1 Test Street was changed. It is now Sunday, November 15, 7:00 PM to 8:00 PM MST, 1 hour.',
      ]);
    });

    describe('a change at the wall', () => {
      const left = (more: Partial<Participation> = {}): Participation => ({
        ...newParticipation(
          { eventId: 'event1', houseId: 'housea', deviceId: 'houseatstat' },
          { steps: [], moved: [] },
        ),
        optOut: { at: START + HOUR, cause: 'wall' },
        optOutCounted: true,
        ...more,
      });
      const tell = async (participation: Participation) => {
        const event = await read();
        await database.db
          .transaction()
          .execute((tx) => notifyWallChange(tx, deps, event, participation, app.clock.now()));
      };

      test('its owner is told that the device has left the event, once per round', async () => {
        await addEvent();
        app.clock.advance(START + HOUR - app.clock.now().getTime());
        await tell(left());
        await tell(left());
        const { subject, plainTextBody } = await messageOf('owner');
        expect(subject).toBe('Hall has left the peak event');
        expect(plainTextBody).toContain('so it has left the peak event. It stays as it was set.');
        expect(plainTextBody).toContain('it can join again in the portal until 7:45 PM.');
        await tell(left({ round: 2 }));
        expect(await messages()).toHaveLength(2 * MEMBERS.length);
      });

      test('who left by other means, or has not left, is not told so', async () => {
        await addEvent();
        await tell(left({ optOut: null }));
        await tell(left({ optOut: { at: START, cause: 'person' } }));
        expect(await messages()).toEqual([]);
      });
    });
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
      await updateEvent(database.db, { providerId: 'sunvale', eventId: 'event1' }, { ...event, cancelledAt });
      await write(await read(), 'cancelled');
      const sent = [];
      for (const job of await texts()) sent.push(...(await deliver(job)));
      expect(sent.map(({ text }) => text)).toEqual([
        'Sunvale: The peak event Sunday, November 15, 5:00 PM to 8:00 PM MST was cancelled. Reply STOP to end texts.',
      ]);
    });
  });
});
