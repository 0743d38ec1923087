/**
 * Files with one's data: made by a job, in encrypted chunks, and deleted once they were fetched. `run` counts how often the job began:
 * a run that another one has followed writes nothing any more.
 */
export const ownDownloads = [
  `create table own_download (
    provider_id text not null,
    account_id text not null,
    id text not null,
    house_id text not null,
    language text not null,
    state text not null check (state in ('waiting', 'making', 'ready', 'failed')),
    run integer not null,
    bytes bigint not null,
    created_at timestamptz not null,
    touched_at timestamptz not null,
    primary key (provider_id, account_id),
    foreign key (provider_id, account_id) references account on delete cascade,
    foreign key (provider_id, house_id) references house on delete cascade
  )`,
  `create index own_download_by_age on own_download (created_at)`,
  `create index own_download_of_house on own_download (provider_id, house_id)`,
  `create table own_download_chunk (
    provider_id text not null,
    account_id text not null,
    number integer not null,
    sealed text not null,
    primary key (provider_id, account_id, number),
    foreign key (provider_id, account_id) references own_download on delete cascade
  )`,
];
