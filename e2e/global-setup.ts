import { prepareData } from './server.ts';

// Playwright runs it once before all journeys, and the function it returns after them.
// oxlint-disable-next-line import/no-default-export -- Playwright takes it in this form only
export default prepareData;
