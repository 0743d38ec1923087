import { prepareData } from './server.ts';

// Playwright runs it once before all journeys, and the function it returns after them.
export default prepareData;
