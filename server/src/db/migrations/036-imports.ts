/**
 * Files of homes, devices and enrolments: the lines wait in sealed pages until they are applied, a page in a transaction with
 * `done_pages`. `import_key`: hashes of what the lines are about, by which a file that names something twice is noticed.
 */
export const imports = [
  `create table import (
    provider_id text not null references provider,
    id text not null,
    kind text not null,
    is_full boolean not null,
    state text not null check (state in ('uploading', 'checking', 'checked', 'applying', 'applied', 'failed')),
    created_by text not null,
    created_at timestamptz not null,
    touched_at timestamptz not null,
    header jsonb not null,
    pages integer not null default 0,
    done_pages integer not null default 0,
    counts jsonb not null,
    primary key (provider_id, id)
  )`,
  `create unique index import_under_way on import (provider_id) where state in ('uploading', 'checking', 'applying')`,
  `create index import_by_age on import (created_at)`,
  `create table import_page (
    provider_id text not null,
    import_id text not null,
    number integer not null,
    lines text not null,
    report text,
    primary key (provider_id, import_id, number),
    foreign key (provider_id, import_id) references import on delete cascade
  )`,
  `create table import_key (
    provider_id text not null,
    import_id text not null,
    key text not null,
    line integer not null,
    primary key (provider_id, import_id, key),
    foreign key (provider_id, import_id) references import on delete cascade
  )`,
];
