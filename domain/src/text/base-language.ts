/** The language that all others are translated from: what a person reads where no other fits. */
export const BASE_LANGUAGE = 'en';
