import type { MarketingWords } from '../../db/tables/marketing.ts';
import { DAY } from '#domain/time/time.ts';
import { addMs } from '../../lib/clock/clock.ts';
import type { NewRow } from '../../stores/system/demo.ts';
import type { HouseKey } from './houses.ts';
import { houseId } from '../ids.ts';
import { findHousehold } from '../rows.ts';
import { idOf } from '../seeded-random.ts';
import type { DemoLanguage } from '../types.ts';

/** Homes that a marketing card was published for; it goes with the home. */
const HOMES: readonly HouseKey[] = ['juniper', 'spanish'];
const LINK = 'https://sunvale.example/pool-pump';
const SHOWN_FOR = 366 * DAY;

const WORDS: Readonly<Record<DemoLanguage, MarketingWords>> = {
  en: {
    title: 'Add your pool pump',
    body: '<p>Enroll it before spring and earn a $25 bill credit.</p>',
    linkTitle: 'See if you qualify',
  },
  es: {
    title: 'Agregue la bomba de su piscina',
    body: '<p>Inscríbala antes de la primavera y gane $25 en su factura.</p>',
    linkTitle: 'Vea si califica',
  },
};

export const offerRows = (now: Date): NewRow<'marketingMessage'>[] =>
  HOMES.map((home) => ({
    providerId: findHousehold(home).house.providerId,
    id: idOf(`marketing ${home}`),
    programId: null,
    houseId: houseId(home),
    words: JSON.stringify(WORDS),
    link: LINK,
    startsAt: now,
    endsAt: addMs(now, SHOWN_FOR),
    createdAt: now,
    withdrawnAt: null,
  }));
