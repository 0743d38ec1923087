import { prepareData } from './server.ts';

// Runs once before all journeys; what it returns runs after them.
// oxlint-disable-next-line import/no-default-export -- Playwright takes it in this form only
export default prepareData;
