/** Ends the start with one sentence for the operator and an exit code; 78 is EX_CONFIG of sysexits.h. */
export class StartFailure extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = 78) {
    super(sentence);
    this.name = 'StartFailure';
    this.exitCode = exitCode;
  }
}
