/** A failure that is told in a sentence, without a stack. */
export class Failure extends Error {}
