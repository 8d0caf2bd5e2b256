/** The offers of products by region. A row without a document means that the product is no longer sold there. */
export const OFFERS = [
  `create sequence if not exists gw_catalog_revision`,
  `create table if not exists gw_catalog_offer (
     region_id text not null,
     number bigint not null,
     product_id text not null,
     currency text not null,
     min_price bigint not null,
     max_price bigint not null,
     available boolean not null,
     tax_included boolean not null,
     document text,
     is_sold boolean not null generated always as (document is not null) stored,
     changed_at timestamptz not null,
     revision bigint not null default nextval('gw_catalog_revision'),
     primary key (region_id, number)
   )`,
  `create index if not exists gw_catalog_offer_changed on gw_catalog_offer (region_id, changed_at)`,
  // Contains all columns of search filters and of a feed's tag, so that neither reads the documents.
  `create index if not exists gw_catalog_offer_facts on gw_catalog_offer (region_id, number)
     include (is_sold, available, min_price, max_price, changed_at, revision)`,
]

/** Products that must be indexed again, and the time of the last sweep. */
export const STALE = [
  `create table if not exists gw_catalog_stale (
     product_id text primary key,
     since timestamptz not null default clock_timestamp(),
     is_urgent boolean not null default false,
     leased_until timestamptz
   )`,
  `create index if not exists gw_catalog_stale_next on gw_catalog_stale (is_urgent desc, since)`,
  `create table if not exists gw_catalog_sweep (
     id boolean primary key default true check (id),
     swept_at timestamptz not null default '-infinity',
     surroundings text
   )`,
  `insert into gw_catalog_sweep default values on conflict do nothing`,
]
