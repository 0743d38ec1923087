/**
 * Devices that were removed keep their history; their link may tell of the same id anew, in another home. `linked_by`: the person whose
 * account at the maker it is behind. `named_person.phone` waits, unverified, until the person comes. `former_member`: as what somebody
 * lived in which household of the house, and until when; null: not known.
 */
export const removedDevices = [
  `alter table device
    add column removed_at timestamptz,
    add column installed_at timestamptz,
    add column linked_by text`,
  `drop index device_by_link`,
  `create unique index device_by_link on device (provider_id, link, uid)
    where link is not null and uid is not null and removed_at is null`,
  `create index removed_device_by_link on device (provider_id, link, uid) where removed_at is not null`,
  `alter table named_person add column phone text`,
  `alter table former_member
    add column household integer,
    add column access text,
    add column left_at timestamptz`,
  `create index former_member_of_account on former_member (provider_id, account_id)`,
];
