/** What is wrong with a file of a provider, for who wrote it. */
export interface ProviderProblem {
  readonly file: string;
  /** null: the file as a whole. */
  readonly field: string | null;
  /** Goes on after the name of the field, or of the file. */
  readonly says: string;
}

/** "/providers/acme/provider.json: hosts.0 is "https://acme.example", not the name of a host, such as home.acme.example." */
export const problemText = ({ file, field, says }: ProviderProblem): string =>
  `${file}: ${field === null ? '' : `${field} `}${says}.`;
