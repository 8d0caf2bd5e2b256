import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { FIND } from "./functions/find"
import { NAMED } from "./functions/named"
import { SIMILAR } from "./functions/similar"
import { QUERY, WORDS } from "./functions/words"

export class Migration20261121000500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create extension if not exists pg_trgm`)
    this.addSql(`
      create table if not exists gw_product_number (
        number bigint generated always as identity primary key,
        product_id text not null unique
      )`)
    this.addSql(`
      create table if not exists gw_catalog_product (
        number bigint primary key,
        product_id text not null unique,
        handle text not null,
        words tsvector not null,
        categories text[] not null,
        filed text[] not null,
        read_at timestamptz not null
      )`)
    this.addSql(`create index if not exists gw_catalog_product_words on gw_catalog_product using gin (words)`)
    this.addSql(
      `create index if not exists gw_catalog_product_categories on gw_catalog_product using gin (categories)`
    )
    this.addSql(`create index if not exists gw_catalog_product_handle on gw_catalog_product (handle)`)
    this.addSql(`
      create table if not exists gw_catalog_variant (
        variant_id text primary key,
        number bigint not null references gw_catalog_product on delete cascade,
        sku text,
        pieces numeric
      )`)
    this.addSql(`create index if not exists gw_catalog_variant_number on gw_catalog_variant (number)`)
    this.addSql(
      `create index if not exists gw_catalog_variant_sku on gw_catalog_variant (sku) where sku is not null`
    )
    this.addSql(`create sequence if not exists gw_catalog_revision`)
    this.addSql(`
      create table if not exists gw_catalog_offer (
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
      )`)
    this.addSql(
      `create index if not exists gw_catalog_offer_changed on gw_catalog_offer (region_id, changed_at)`
    )
    // All that a search narrows by and a feed's tag is made of, so that neither reads documents for it.
    this.addSql(`
      create index if not exists gw_catalog_offer_facts on gw_catalog_offer (region_id, number)
        include (is_sold, available, min_price, max_price, changed_at, revision)`)
    this.addSql(`create table if not exists gw_catalog_word (word text primary key)`)
    this.addSql(
      `create index if not exists gw_catalog_word_alike on gw_catalog_word using gin (word gin_trgm_ops)`
    )
    this.addSql(
      `create index if not exists gw_catalog_word_prefix on gw_catalog_word (word text_pattern_ops)`
    )
    this.addSql(`
      create table if not exists gw_catalog_stale (
        product_id text primary key,
        since timestamptz not null default clock_timestamp(),
        is_urgent boolean not null default false,
        leased_until timestamptz
      )`)
    this.addSql(
      `create index if not exists gw_catalog_stale_next on gw_catalog_stale (is_urgent desc, since)`
    )
    this.addSql(`
      create table if not exists gw_catalog_sweep (
        id boolean primary key default true check (id),
        swept_at timestamptz not null default '-infinity',
        surroundings text
      )`)
    this.addSql(`insert into gw_catalog_sweep default values on conflict do nothing`)
    for (const statement of [WORDS, QUERY, FIND, NAMED, SIMILAR]) this.addSql(statement)
  }

  override async down(): Promise<void> {
    for (const name of ["sweep", "stale", "word", "offer", "variant", "product"])
      this.addSql(`drop table if exists gw_catalog_${name}`)
    this.addSql(`drop table if exists gw_product_number`)
    this.addSql(
      `drop function if exists gw_catalog_words, gw_catalog_query, gw_catalog_find, gw_catalog_named,
       gw_catalog_similar`
    )
  }
}
