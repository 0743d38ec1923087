import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OptOutConsequence } from '#domain/events/people/consequence.ts';
import { newParticipation } from '#domain/events/participation.ts';
import type { Participation } from '#domain/events/participation.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import type { Mail } from '../../notify/channels.ts';
import { layOutMail } from '../../notify/mail-layout.ts';
import { deliverMail } from '../../notify/deliver.ts';
import { updateEvent } from '../../stores/events/events.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import { updateParticipations } from '../../stores/events/participations.ts';
import { testKeys } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { postgresOnly } from '../../testing/database/databases.ts';
import { MEMBERS, START, openNoticeCalls } from '../../testing/events/notice-calls.ts';
import type { NoticeCalls } from '../../testing/events/notice-calls.ts';
import { accountIdOf } from '../../testing/test-data.ts';
import type { EngineDeps } from '../deps.ts';
import { carryOnEvents } from '../../testing/events/run-loops.ts';
import { createEventNotices } from './event-notices.ts';
import { notifyUnaskedLeaving } from './write-notices.ts';

const HOSTILE = '<img src=x onerror=alert(1)> & <a href="javascript:alert(2)">cheap</a>';

describe.each(postgresOnly)('%s', (_name, open) => {
  let calls: NoticeCalls;
  let db: RootDb;
  let app: TestApp;
  let jobs: NoticeCalls['jobs'];
  let deps: NoticeCalls['deps'];
  let addEvent: NoticeCalls['addEvent'];
  let read: NoticeCalls['read'];
  let write: NoticeCalls['write'];
  let messages: NoticeCalls['messages'];
  let messageOf: NoticeCalls['messageOf'];
  let mails: NoticeCalls['mails'];
  let mailTo: NoticeCalls['mailTo'];
  let texts: NoticeCalls['texts'];
  let choose: NoticeCalls['choose'];
  let setAccount: NoticeCalls['setAccount'];
  let setHouse: NoticeCalls['setHouse'];

  beforeAll(async () => {
    calls = await openNoticeCalls(await open());
    ({
      db,
      app,
      jobs,
      deps,
      addEvent,
      read,
      write,
      messages,
      messageOf,
      mails,
      mailTo,
      texts,
      choose,
      setAccount,
      setHouse,
    } = calls);
  });
  afterAll(() => calls.close());
  beforeEach(() => calls.startAfresh());

  test('it says when, how long, what it may earn, why, what happens to which device, and what leaving costs', async () => {
    await write(await addEvent());
    const { subject, plainTextBody, htmlBody, dispatchId, eventId } = await messageOf('owner');
    expect([dispatchId, eventId]).toEqual(['dispatch1', 'event1']);
    expect(subject).toBe('Peak event Sunday, Nov 15');
    expect(plainTextBody.split('\n\n')).toEqual([
      '5:00 – 8:00 PM MST · 3 hours',
      'Earn about $2.31 for 4.20 kWh saved',
      'Why: Cold front',
      'The plan for your devices:',
      '- Hall is held at 65 °F.',
      'You stay in control: you can opt out at any time. You have used 0 of 2 free opt‑outs this season.',
    ]);
    expect(htmlBody).toContain('<p><strong>Earn about');
    expect(htmlBody).toContain('<ul><li>Hall is held at 65\u00A0°F.</li></ul>');
    const mail = await mailTo('owner');
    expect(mail?.order.content.subject).toBe(
      'Peak event on Sunday, November 15, 5:00 PM to 8:00 PM MST: earn about $2.31',
    );
    expect(mail?.order.content.blocks[0]).toEqual({
      title: subject,
      line: '5:00 – 8:00 PM MST · 3 hours',
      badge: null,
      address: '1 Test Street',
    });
    // What it may earn and the way to the event come before the plan.
    expect(mail?.order.content.blocks.slice(1, 3)).toMatchObject([
      { strong: 'Earn about $2.31 for 4.20 kWh saved' },
      { button: 'See the event' },
    ]);
  });

  test('[LANG-4] in the language and unit of the person', async () => {
    await setAccount('second', { language: 'es', temperatureUnit: 'C' });
    await choose('second', { sms: true });
    await write(await addEvent());
    const { subject, plainTextBody, language } = await messageOf('second');
    expect(language).toBe('es');
    expect(subject).toBe('Evento de máxima demanda: domingo, 15 de nov');
    expect(plainTextBody).toContain('3 horas');
    expect(plainTextBody).toContain('Hall se mantiene a 18 °C.');
    expect(plainTextBody).toContain('Usó 0 de 2 exclusiones gratuitas');
    expect(plainTextBody).toContain('Motivo: Frente frío');
  });

  test('[LANG-4] why in a language that the person does not read is not told: what every event is for is', async () => {
    await setAccount('second', { language: 'es' });
    await write(await addEvent({ cause: { en: 'Cold front' } }));
    const { plainTextBody } = await messageOf('second');
    expect(plainTextBody).not.toContain('Cold front');
    expect(plainTextBody).toContain('sus dispositivos consumen menos electricidad cuando más se necesita.');
    expect((await messageOf('owner')).plainTextBody).toContain('Why: Cold front');
  });

  test.each([
    ['20:00', '20:30', '1:00 p.m.', '1:30 p.m. MST'],
    ['20:30', '08:00+1', '1:30 p.m.', '1:00 a.m. MST'],
  ])(
    '[LANG-4] a Spanish notice has "la" before an hour from one to two: %s to %s UTC',
    async (start, end, from, to) => {
      await setAccount('second', { language: 'es' });
      const at = (time: string) =>
        Date.parse(`2026-11-${time.endsWith('+1') ? '16' : '15'}T${time.slice(0, 5)}:00.000Z`);
      const event = await addEvent({ startTime: at(start), endTime: at(end) });
      app.clock.advance(event.startTime - app.clock.now().getTime());
      await write(event, 'starting');
      const { subject, plainTextBody } = await messageOf('second');
      expect(subject).toBe(`Evento de máxima demanda hoy a la ${from}`);
      expect(plainTextBody).toContain(`Hasta la ${to} · `);
      expect(plainTextBody).not.toMatch(/\.\./);
    },
  );

  test('a home that hears of an event that runs already is told that it has started and when it ends, by its address', async () => {
    await setHouse({ nickname: 'Home' });
    await setAccount('second', { language: 'es' });
    const event = await addEvent();
    app.clock.advance(event.startTime + MINUTE - app.clock.now().getTime());
    await write(event);
    const { subject, plainTextBody } = await messageOf('owner');
    expect([subject, plainTextBody.split('\n')[0]]).toEqual([
      'A peak event has started',
      'Until 8:00 PM MST',
    ]);
    const mail = await mailTo('owner');
    expect(mail?.order.content.subject).toBe('A peak event has started, it ends at 8:00 PM MST');
    expect(mail?.order.content.blocks[0]).toMatchObject({ address: '1 Test Street' });
    const other = await messageOf('second');
    expect([other.subject, other.plainTextBody.split('\n')[0]]).toEqual([
      'Empezó un evento de máxima demanda',
      'Hasta las 8:00 p.m. MST',
    ]);
  });

  test('an opt-out that is not possible is said at once; one that costs says how much', async () => {
    const event = await addEvent({ optOutAllowed: false });
    await choose('owner', { sms: true });
    await write(event);
    expect((await messageOf('owner')).plainTextBody).toContain('You cannot opt out of this event.');
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
      await updateParticipations(db, [change]);
      const optOuts = JSON.stringify({ 'winter-heating': { ...left, told: null } });
      await db
        .insertInto('houseDispatch')
        .values({ providerId: 'sunvale', houseId: 'housea', dispatchId, optOuts })
        .execute();
    }
    await write(await addEvent());
    expect((await messageOf('owner')).plainTextBody).toContain(
      'but you then get no reward for this event. Your 2 free opt‑outs of this season are used.',
    );
  });

  test('[T-21] [T-22] what an operator, a household or a device is called cannot become HTML or a link', async () => {
    await setHouse({ nickname: HOSTILE });
    await db.updateTable('device').set({ name: HOSTILE }).execute();
    await write(await addEvent({ cause: { en: `${HOSTILE}\n\nhttps://evil.example` } }));
    const { htmlBody, plainTextBody } = await messageOf('owner');
    expect(htmlBody).not.toMatch(/<img|<a\b|<script/i);
    expect(htmlBody.match(/<(?!\/?(?:p|strong|ul|li)>)/g)).toBeNull();
    expect(htmlBody).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(plainTextBody).toContain(`Why: ${HOSTILE} https://evil.example`);

    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    const channels = { mailer, sms: null as never, voice: null as never };
    const { providers, clock } = app;
    const job = await mailTo('owner');
    if (!job) throw new Error('no mail');
    const delivery = { db: db, clock, keys: testKeys, providers, channels, mailFrom: null };
    await deliverMail(delivery, job.data, job.id);
    await deliverMail(delivery, job.data, job.id);
    const [mail, again] = sent;
    expect(mail?.html).not.toMatch(/<img|<script|javascript:[^;]*"/i);
    expect(mail?.html.match(/<a href="[^"]*/g)).toEqual([
      expect.stringMatching(/#\/event\/event1\?house=housea$/),
      expect.stringMatching(/\?pid=sunvale#\/my-account\/preferences$/),
      '<a href="mailto:support@sunvale.example',
    ]);
    expect(mail?.html).toContain('href="https://portal.example/?pid=sunvale#/event/event1?house=housea"');
    expect(mail?.html).toContain('5:00 – 8:00\u00A0PM MST · 3 hours');
    expect(again?.messageId).toBe(mail?.messageId);
  });

  test('[LANG-1] one text about a dispatch of two programs: both devices, what leaving each costs, and the programs by their names', async () => {
    await setAccount('second', { language: 'es' });
    const houses = ['housea', 'houseb'];
    const heating = await addEvent({}, houses);
    const water = await addEvent({ id: 'event2', kind: 'hwh' }, houses);
    await write(heating);
    await write(water);
    expect(await mails()).toHaveLength(MEMBERS.length);
    const { plainTextBody } = await messageOf('owner');
    expect(plainTextBody).toContain('- Hall is held at 65 °F.');
    expect(plainTextBody).toContain('- Hall heats only to 110 °F.');
    // What is the same in both is said once.
    const cost =
      'You stay in control: you can opt out at any time. Free opt‑outs used this season: ' +
      'Winter Heating (0 of 2), Water Heater Saver (0 of 5).';
    expect(plainTextBody.split('\n\n').filter((text) => text.includes('opt out'))).toEqual([cost]);
    expect((await messageOf('second')).plainTextBody).toContain('Calefacción de invierno (0 de 2)');
  });

  test('[T-41] where a reward is not for the energy alone, the energy is told with it, and a mail shows the money largest', async () => {
    const houses = ['housea'];
    const heating = await addEvent({}, houses);
    await addEvent({ id: 'event2', kind: 'hwh' }, houses);
    await write(heating);
    const told = 'Earn about $2.81 in all\nAbout 5.55 kWh saved';
    const { plainTextBody, htmlBody } = await messageOf('owner');
    expect(plainTextBody).toContain(told);
    expect(htmlBody).toContain(
      '<p><strong>Earn about $2.81 in all</strong></p><p>About 5.55\u00A0kWh saved</p>',
    );
    const content = (await mailTo('owner'))?.order.content;
    const provider = app.providers.byId('sunvale');
    if (!content || !provider) throw new Error('no mail');
    const { html } = layOutMail(content, { provider, language: 'en' });
    expect(html).toMatch(/Earn about <span style="font-size:28px[^>]+>\$2\.81<\/span> in all<br>/);
    expect(html.indexOf('5.55\u00A0kWh saved')).toBeLessThan(html.indexOf('See the event'));
  });

  test('a home is told of a dispatch at the earliest lead of its programs, when the devices of all its events are planned', async () => {
    const water = app.providers.byId('sunvale')?.programs.find(({ id }) => id === 'water-heater');
    if (!water) throw new Error('water-heater');
    const late = { ...water, version: 99, notice: { ...water.notice, aheadMinutes: 60 } };
    await sql`insert into program_version (provider_id, program_id, version, rules, created_at)
      values ('sunvale', ${late.id}, ${late.version}, ${JSON.stringify(late)}, now())
      on conflict do nothing`.execute(db);
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
    await addEvent({ id: 'event2', kind: 'hwh', program: late }, []);
    await db.updateTable('demandEvent').set({ state: 'scheduled', notifiedAt: null }).execute();
    await db.deleteFrom('eventTransition').execute();
    const onError = (error: unknown): never => {
      throw error;
    };
    const engineDeps: EngineDeps = {
      ...app,
      db,
      jobs,
      runningLinks: ['simulator'],
      onError,
      ...createEventNotices(deps),
    };
    await carryOnEvents(engineDeps);
    await carryOnEvents(engineDeps);
    expect([(await read('event1')).state, (await read('event2')).state]).toEqual(['notified', 'notified']);
    expect(await messages()).toHaveLength(MEMBERS.length + 1);
    const { plainTextBody } = await messageOf('neighbour');
    expect(plainTextBody).toContain('Hall is held at 67 °F');
    expect(plainTextBody).toContain('Hall heats only to');
  });

  const cancel = async (event: StoredEvent) => {
    const cancelledAt = app.clock.now().getTime();
    await updateEvent(
      db,
      { providerId: 'sunvale', eventId: event.id },
      { ...event, cancelledAt, revision: event.revision + 1 },
      app.clock.now(),
    );
    return read(event.id);
  };

  test('a dispatch that is cancelled in part says for which devices', async () => {
    await addEvent();
    const water = await addEvent({ id: 'event2', kind: 'hwh' });
    await write(await cancel(water), 'cancelled');
    const { subject, plainTextBody } = await messageOf('owner');
    expect(subject).toBe('Cancelled: peak event Sunday, Nov 15');
    expect(plainTextBody).toMatch(/^5:00 – 8:00 PM MST · 3 hours\n/);
    expect(plainTextBody).toContain('What the event had changed already goes back to your own settings');
    expect(plainTextBody).toContain('This concerns Hall.');
    expect((await mailTo('owner'))?.order.content.subject).toBe(
      'Cancelled: the peak event on Sunday, November 15',
    );
  });

  test('what is cancelled at one moment is told as one, what is cancelled later is told again', async () => {
    const heating = await addEvent();
    const water = await addEvent({ id: 'event2', kind: 'hwh' });
    const parts = [await cancel(heating), await cancel(water)];
    for (const part of parts) await write(part, 'cancelled');
    expect((await messageOf('owner')).plainTextBody).not.toContain('This concerns');
    const third = await addEvent({ id: 'event3', kind: 'hwh' });
    app.clock.advance(MINUTE);
    await write(await cancel(third), 'cancelled');
    expect(await messages()).toHaveLength(2 * MEMBERS.length);
  });

  test('changes of two events of a dispatch are both told', async () => {
    const changed = { revision: 1, endTime: START + HOUR };
    for (const event of [await addEvent(), await addEvent({ id: 'event2', kind: 'hwh' })]) {
      await updateEvent(
        db,
        { providerId: 'sunvale', eventId: event.id },
        { ...event, ...changed },
        app.clock.now(),
      );
      await write(await read(event.id), 'changed');
    }
    expect(await messages()).toHaveLength(2 * MEMBERS.length);
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

  const calendarIn = async () => {
    const order = (await mails()).at(-1)?.order;
    const lines = (order?.calendar?.content ?? '').replaceAll('\r\n ', '').split('\r\n');
    return Object.fromEntries(lines.map((line) => line.split(/:(.*)/)));
  };

  test('[T-41] its mail carries an entry for the calendar, which follows each change and goes with the last cancelled event', async () => {
    const event = await addEvent();
    const water = await addEvent({ id: 'event2', kind: 'hwh' });
    await write(event);
    const entry = {
      METHOD: 'PUBLISH',
      UID: 'dispatch1.housea@portal.example',
      SEQUENCE: '0',
      DTSTART: '20261116T000000Z',
      DTEND: '20261116T030000Z',
      LOCATION: '1 Test Street',
      SUMMARY: 'Peak event (Sunvale)',
    };
    const first = await calendarIn();
    expect(first).toMatchObject(entry);
    expect(first['DESCRIPTION']).toMatch(
      /Hall is held at 65 °F\..*See the event:\\nhttps:\/\/portal\.example/,
    );
    const change = { revision: 1, endTime: START + HOUR };
    for (const { id } of [event, water]) {
      await updateEvent(
        db,
        { providerId: 'sunvale', eventId: id },
        { ...(await read(id)), ...change },
        app.clock.now(),
      );
    }
    await write(await read(), 'changed');
    expect(await calendarIn()).toMatchObject({ ...entry, SEQUENCE: '2', DTEND: '20261116T010000Z' });
    app.clock.advance(MINUTE);
    await write(await cancel(await read('event2')), 'cancelled');
    expect(await calendarIn()).toMatchObject({ METHOD: 'PUBLISH', STATUS: 'CONFIRMED', SEQUENCE: '3' });
    app.clock.advance(MINUTE);
    await write(await cancel(await read()), 'cancelled');
    const { UID } = entry;
    expect(await calendarIn()).toMatchObject({ METHOD: 'CANCEL', STATUS: 'CANCELLED', SEQUENCE: '4', UID });
  });

  test('[T-41] the entry goes from a home whose own event is cancelled, though another of the dispatch goes on elsewhere', async () => {
    await addEvent({}, ['houseb']);
    const water = await addEvent({ id: 'event2', kind: 'hwh' });
    await write(water);
    expect(await calendarIn()).toMatchObject({ METHOD: 'PUBLISH', STATUS: 'CONFIRMED' });
    app.clock.advance(MINUTE);
    await write(await cancel(water), 'cancelled');
    expect(await calendarIn()).toMatchObject({ METHOD: 'CANCEL', STATUS: 'CANCELLED', SEQUENCE: '1' });
  });

  test('[T-41] the entry goes from a home that a change leaves without a device, and a first notice to such a home has none', async () => {
    const event = await addEvent();
    await write(event);
    await db.deleteFrom('eventParticipation').execute();
    await updateEvent(
      db,
      { providerId: 'sunvale', eventId: event.id },
      { ...event, revision: 1 },
      app.clock.now(),
    );
    app.clock.advance(MINUTE);
    await write(await read(), 'changed');
    expect((await mails()).at(-1)?.order.content.blocks).toContainEqual({
      text: 'As things stand, none of your devices is taking part in it.',
    });
    expect(await calendarIn()).toMatchObject({ METHOD: 'CANCEL', STATUS: 'CANCELLED', SEQUENCE: '1' });
    await write(await addEvent({ id: 'event2', dispatchId: 'dispatch2' }, []));
    expect((await mails()).at(-1)?.order.content.subject).toMatch(/^Peak event/);
    expect((await mails()).at(-1)?.order.calendar ?? null).toBeNull();
  });

  test('each change is told once, with the new time', async () => {
    const event = await addEvent();
    await write(event);
    const ref = { providerId: 'sunvale', eventId: event.id };
    for (const revision of [1, 2]) {
      const startTime = START + revision * HOUR;
      await updateEvent(
        db,
        ref,
        { ...event, startTime, endTime: startTime + HOUR, revision },
        app.clock.now(),
      );
      app.clock.advance(MINUTE);
      await write(await read(), 'changed');
      await write(await read(), 'changed');
    }
    const subjects = (await messages())
      .filter(({ accountId }) => accountId === accountIdOf('owner'))
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      .map(({ plainTextBody }) => plainTextBody.split('\n')[0]);
    expect(subjects.slice(1)).toEqual(['Now 6:00 – 7:00 PM MST · 1 hour', 'Now 7:00 – 8:00 PM MST · 1 hour']);
  });

  describe('a device that left without anybody having been asked', () => {
    const left = (more: Partial<Participation> = {}): Participation => ({
      ...newParticipation(
        { eventId: 'event1', houseId: 'housea', deviceId: 'houseatstat' },
        { steps: [], moved: [] },
      ),
      optOut: { at: START + HOUR, cause: 'wall' },
      optOutCounted: true,
      ...more,
    });
    const tell = async (participation: Participation, told: OptOutConsequence | null = null) => {
      const event = await read();
      await db
        .transaction()
        .execute((tx) => notifyUnaskedLeaving(tx, deps, event, participation, told, app.clock.now()));
    };

    test('its owner is told that the device has left the event, once per round', async () => {
      await addEvent();
      app.clock.advance(START + HOUR - app.clock.now().getTime());
      await tell(left());
      await tell(left());
      const { subject, plainTextBody } = await messageOf('owner');
      expect(subject).toBe('A device opted out of the peak event: Hall');
      expect(plainTextBody).toContain('so it opted out of the peak event. It stays as it was set.');
      expect(plainTextBody).toContain(
        'undo it in the portal by 8:00 PM, when the event ends: then it costs you nothing.',
      );
      await tell(left({ round: 2 }));
      expect(await messages()).toHaveLength(2 * MEMBERS.length);
    });

    test('[OPT-1] what that costs is told with it, also where the home tightened its limits', async () => {
      await addEvent();
      const optOut = { at: START + HOUR, cause: 'limits' } as const;
      await tell(left({ optOut }), {
        code: 'loses_amount',
        used: 2,
        free: 2,
        amount: 2_500,
        currency: 'USD',
      });
      const { plainTextBody } = await messageOf('owner');
      expect(plainTextBody).toContain(
        'because the limits that you set for your home do not allow what it asks.',
      );
      expect(plainTextBody).toContain('It costs you $25.00. Your 2 free opt‑outs of this season are used.');
    });

    test('who left by other means, or has not left, is not told so', async () => {
      await addEvent();
      await tell(left({ optOut: null }));
      await tell(left({ optOut: { at: START, cause: 'person' } }));
      expect(await messages()).toEqual([]);
    });
  });
});
