/** Time and zone of the sentences that name a time of day. */
export interface Moment {
  readonly now: Date;
  readonly zone: string;
}
