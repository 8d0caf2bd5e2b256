const REQUEST = [
  `create table if not exists gw_oauth_request (
     id text primary key,
     client_id text not null references gw_oauth_client on delete cascade,
     redirect_uri text not null,
     state text,
     scopes text[] not null,
     resource text not null,
     challenge text not null,
     dpop_jkt text,
     browser_hash text not null,
     login_after timestamptz,
     logged_in_at timestamptz,
     expires_at timestamptz not null,
     decided_at timestamptz,
     decision text check (decision in ('approved', 'denied')),
     actor_type text check (actor_type in ('user', 'customer')),
     actor_id text,
     authorization_details jsonb check (jsonb_typeof(authorization_details) = 'array'),
     check ((decided_at is null) = (decision is null)),
     check ((actor_type is null) = (actor_id is null)),
     check (logged_in_at is null or actor_id is not null)
   )`,
  `create index if not exists gw_oauth_request_expires on gw_oauth_request (expires_at)`,
  `create table if not exists gw_oauth_pushed_request (
     id text primary key,
     client_id text not null references gw_oauth_client on delete cascade,
     parameters text not null,
     expires_at timestamptz not null
   )`,
  `create index if not exists gw_oauth_pushed_request_expires on gw_oauth_pushed_request (expires_at)`,
]

const GRANT = [
  `create table if not exists gw_oauth_grant (
     id text primary key,
     client_id text not null references gw_oauth_client on delete cascade,
     actor_type text not null check (actor_type in ('user', 'customer')),
     actor_id text not null,
     scopes text[] not null,
     resource text not null,
     created_at timestamptz not null default now(),
     revoked_at timestamptz,
     revoked_reason text,
     updated_by text,
     authorization_details jsonb check (jsonb_typeof(authorization_details) = 'array')
   )`,
  `create index if not exists gw_oauth_grant_actor on gw_oauth_grant (actor_type, actor_id)`,
  `create index if not exists gw_oauth_grant_of_person on gw_oauth_grant (client_id, actor_type, actor_id)`,
  `create index if not exists gw_oauth_grant_newest on gw_oauth_grant (client_id, created_at, id)`,
  `create index if not exists gw_oauth_grant_unrevoked on gw_oauth_grant (client_id, created_at, id)
     where revoked_at is null`,
]

const CODE = [
  `create table if not exists gw_oauth_code (
     hash text primary key,
     grant_id text not null references gw_oauth_grant on delete cascade,
     redirect_uri text not null,
     challenge text not null,
     dpop_jkt text,
     expires_at timestamptz not null,
     used_at timestamptz
   )`,
  `create index if not exists gw_oauth_code_grant on gw_oauth_code (grant_id)`,
  `create index if not exists gw_oauth_code_expires on gw_oauth_code (expires_at)`,
]

const TOKEN = [
  `create table if not exists gw_oauth_token (
     hash text primary key,
     kind text not null check (kind in ('access', 'refresh')),
     grant_id text not null references gw_oauth_grant on delete cascade,
     parent_hash text,
     jkt text,
     scopes text[] not null,
     created_at timestamptz not null default now(),
     expires_at timestamptz not null,
     used_at timestamptz,
     revoked_at timestamptz
   )`,
  `create index if not exists gw_oauth_token_grant on gw_oauth_token (grant_id)`,
  `create index if not exists gw_oauth_token_expires on gw_oauth_token (expires_at)`,
  // An index-only scan shows whether a consent is usable.
  `create index if not exists gw_oauth_token_usable on gw_oauth_token (grant_id, expires_at)
     where used_at is null and revoked_at is null`,
]

const ACCOUNT_SESSION = [
  `create table if not exists gw_oauth_account_session (
     hash text primary key,
     customer_id text not null,
     expires_at timestamptz not null
   )`,
  `create index if not exists gw_oauth_account_session_customer on gw_oauth_account_session (customer_id)`,
  `create index if not exists gw_oauth_account_session_expires on gw_oauth_account_session (expires_at)`,
]

/** Authorization requests and those that clients pushed, consents, codes and tokens, and logins on the account page. */
export const CONSENTS = [...REQUEST, ...GRANT, ...CODE, ...TOKEN, ...ACCOUNT_SESSION]
