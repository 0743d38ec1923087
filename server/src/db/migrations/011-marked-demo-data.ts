/** Accounts and houses of the demo data are marked, those of earlier seeds by their addresses, which nobody else can have. */
export const markedDemoData = [
  `alter table account add column demo boolean not null default false`,
  `alter table house add column demo boolean not null default false`,
  `update account set demo = true
    where email like '%@porchlight.example' and exists (select from installation where key = 'demo')`,
  `update house h set demo = true
    where exists (
      select from account_role r join account a on a.provider_id = r.provider_id and a.id = r.account_id
      where r.provider_id = h.provider_id and r.house_id = h.id and a.demo
    ) and not exists (
      select from account_role r join account a on a.provider_id = r.provider_id and a.id = r.account_id
      where r.provider_id = h.provider_id and r.house_id = h.id and not a.demo
    )`,
  // What the provider's people did in a house, newest first.
  `create index on audit (provider_id, house_id, at) where house_id is not null`,
];
