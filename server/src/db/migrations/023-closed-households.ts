/**
 * Households that left the provider. `released_at`: from then on readings of the devices are not taken in any more. Who was in a
 * closed household is kept until it is deleted, so that accounts without another home go with it.
 */
export const closedHouseholds = [
  `alter table house add column closed_at timestamptz, add column released_at timestamptz`,
  `create index house_by_closing on house (closed_at) where closed_at is not null`,
  `create table former_member (
    provider_id text not null,
    house_id text not null,
    account_id text not null,
    primary key (provider_id, house_id, account_id),
    foreign key (provider_id, house_id) references house on delete cascade,
    foreign key (provider_id, account_id) references account on delete cascade
  )`,
  `create index on former_member (provider_id, account_id)`,
  // What points to no house by a foreign key. Results can only be deleted by a trigger.
  `create function delete_records_of_house() returns trigger language plpgsql as $$
    begin
      ${[
        'telemetry',
        'telemetry_hour',
        'energy_hour',
        'energy_quarter',
        'runtime_hour',
        'device_activity',
        'event_receipt',
        'reward_entry',
        'event_result',
      ]
        .map((table) => `delete from ${table} where provider_id = old.provider_id and house_id = old.id;`)
        .join('\n      ')}
      return null;
    end
  $$`,
  `create trigger with_its_records after delete on house for each row execute function delete_records_of_house()`,
];
