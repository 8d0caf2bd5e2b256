/** What was pushed of each chunk of a feed at an agent. */
export const PUSHES = [
  `create table if not exists gw_catalog_push (
     feed text not null,
     chunk integer not null,
     revision text,
     leased_until timestamptz,
     last_error text,
     pushed_at timestamptz,
     primary key (feed, chunk)
   )`,
]
