/** The search data of products: their permanent numbers, words, names and variants. */
export const PRODUCTS = [
  `create table if not exists gw_product_number (
     number bigint generated always as identity primary key,
     product_id text not null unique
   )`,
  `create table if not exists gw_catalog_product (
     number bigint primary key,
     product_id text not null unique,
     handle text not null,
     words tsvector not null,
     categories text[] not null,
     category_ids text[] not null,
     read_at timestamptz not null
   )`,
  `create index if not exists gw_catalog_product_words on gw_catalog_product using gin (words)`,
  `create index if not exists gw_catalog_product_categories on gw_catalog_product using gin (categories)`,
  `create index if not exists gw_catalog_product_handle on gw_catalog_product (handle)`,
  `create table if not exists gw_catalog_variant (
     variant_id text primary key,
     number bigint not null references gw_catalog_product on delete cascade,
     sku text,
     units numeric
   )`,
  `create index if not exists gw_catalog_variant_number on gw_catalog_variant (number)`,
  `create index if not exists gw_catalog_variant_sku on gw_catalog_variant (sku) where sku is not null`,
]

/** All words of the catalog, for spelling correction and prefixes. */
export const WORD_LIST = [
  `create extension if not exists pg_trgm`,
  `create table if not exists gw_catalog_word (word text primary key)`,
  `create index if not exists gw_catalog_word_alike on gw_catalog_word using gin (word gin_trgm_ops)`,
  `create index if not exists gw_catalog_word_prefix on gw_catalog_word (word text_pattern_ops)`,
]
