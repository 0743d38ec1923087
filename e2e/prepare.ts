import { prepareData } from './server.ts';

// Runs once before all journeys; what it returns runs after them.
export default prepareData;
