import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121000200 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_oauth_client (
        id text primary key,
        client_type text not null,
        flavor text not null,
        name text not null,
        secret_hash text,
        jwks jsonb,
        auth_method text not null,
        application_type text not null,
        redirect_uris text[] not null,
        scopes text[] not null,
        status text not null default 'approved' check (status in ('pending', 'approved', 'revoked')),
        revoked_at timestamptz,
        revoked_reason text,
        ip_allow text[],
        hours jsonb,
        limits jsonb,
        whole_store boolean not null default false,
        created_ip text not null,
        created_at timestamptz not null default now(),
        updated_by text,
        check ((auth_method in ('client_secret_basic', 'client_secret_post')) = (secret_hash is not null)),
        check ((auth_method = 'private_key_jwt') = (jwks is not null))
      )`)
    this.addSql(`
      create table if not exists gw_oauth_assertion (
        client_id text not null references gw_oauth_client on delete cascade,
        jti_hash text not null,
        expires_at timestamptz not null,
        primary key (client_id, jti_hash)
      )`)
    this.addSql(`
      create table if not exists gw_oauth_attempt (
        id text primary key,
        count integer not null,
        expires_at timestamptz not null
      )`)
    this.addSql(`
      create table if not exists gw_oauth_request (
        id text primary key,
        client_id text not null references gw_oauth_client on delete cascade,
        redirect_uri text not null,
        state text,
        scopes text[] not null,
        resource text not null,
        challenge text not null,
        browser_hash text not null,
        expires_at timestamptz not null,
        decided_at timestamptz,
        decision text check (decision in ('approved', 'denied')),
        actor_type text check (actor_type in ('user', 'customer')),
        actor_id text,
        check ((decided_at is null) = (decision is null)),
        check ((actor_type is null) = (actor_id is null))
      )`)
    this.addSql(`create index if not exists gw_oauth_request_expires on gw_oauth_request (expires_at)`)
    this.addSql(`
      create table if not exists gw_oauth_grant (
        id text primary key,
        client_id text not null references gw_oauth_client on delete cascade,
        actor_type text not null check (actor_type in ('user', 'customer')),
        actor_id text not null,
        scopes text[] not null,
        resource text not null,
        created_at timestamptz not null default now(),
        revoked_at timestamptz,
        revoked_reason text,
        updated_by text
      )`)
    this.addSql(`create index if not exists gw_oauth_grant_client on gw_oauth_grant (client_id)`)
    this.addSql(`create index if not exists gw_oauth_grant_actor on gw_oauth_grant (actor_type, actor_id)`)
    this.addSql(`
      create table if not exists gw_oauth_code (
        hash text primary key,
        grant_id text not null references gw_oauth_grant on delete cascade,
        redirect_uri text not null,
        challenge text not null,
        expires_at timestamptz not null,
        used_at timestamptz
      )`)
    this.addSql(`create index if not exists gw_oauth_code_grant on gw_oauth_code (grant_id)`)
    this.addSql(`create index if not exists gw_oauth_code_expires on gw_oauth_code (expires_at)`)
    this.addSql(`
      create table if not exists gw_oauth_token (
        hash text primary key,
        kind text not null check (kind in ('access', 'refresh')),
        grant_id text not null references gw_oauth_grant on delete cascade,
        parent_hash text,
        scopes text[] not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        used_at timestamptz,
        revoked_at timestamptz
      )`)
    this.addSql(`create index if not exists gw_oauth_token_grant on gw_oauth_token (grant_id)`)
    this.addSql(`create index if not exists gw_oauth_token_expires on gw_oauth_token (expires_at)`)
    this.addSql(`
      create table if not exists gw_oauth_sandbox (
        flavor text primary key,
        hash text,
        created_at timestamptz not null default now(),
        updated_by text not null
      )`)
    this.addSql(`
      create table if not exists gw_oauth_registration_token (
        id boolean primary key default true check (id),
        hash text,
        created_at timestamptz not null default now(),
        updated_by text not null
      )`)
  }

  override async down(): Promise<void> {
    const tables = [
      "registration_token",
      "sandbox",
      "attempt",
      "assertion",
      "token",
      "code",
      "grant",
      "request",
      "client",
    ]
    for (const table of tables) this.addSql(`drop table if exists gw_oauth_${table}`)
  }
}
