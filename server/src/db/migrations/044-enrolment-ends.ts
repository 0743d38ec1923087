/** Enrolments that come to their end are looked for again and again, and are few. */
export const enrolmentEnds = [
  `create index enrolment_by_end on enrolment (until) where until is not null and state <> 'ended'`,
];
