/** As many characters as the server takes. */
export const MAX_SUBJECT = 200;
export const MAX_BODY = 10_000;
