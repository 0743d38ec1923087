import fc from 'fast-check';

/** Cases of `npm test`, the same each time: a change is judged by what it changed. `CHANCE=new` draws others. */
const SEED = 20_261_115;

if (process.env.CHANCE !== 'new') fc.configureGlobal({ seed: SEED });
