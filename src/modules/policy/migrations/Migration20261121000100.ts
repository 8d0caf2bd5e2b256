import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121000100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_setting (
        id boolean primary key default true check (id),
        a2a_enabled boolean not null default false,
        ucp_enabled boolean not null default false,
        updated_at timestamptz not null default now()
      )`)
    this.addSql(`insert into gw_setting default values on conflict do nothing`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists gw_setting`)
  }
}
