/** Clients, the registration token and the sandbox credentials. */
export const CLIENTS = [
  `create table if not exists gw_oauth_client (
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
     approved_at timestamptz,
     spending jsonb,
     require_pushed_authorization_requests boolean not null default false,
     ucp_profile text,
     dpop_bound_access_tokens boolean not null default false,
     metadata_url text,
     metadata_read_at timestamptz,
     metadata_tried_at timestamptz,
     unique (metadata_url, flavor),
     check ((metadata_url is null) = (metadata_read_at is null)),
     check ((auth_method in ('client_secret_basic', 'client_secret_post')) = (secret_hash is not null)),
     check (auth_method <> 'private_key_jwt' or jwks is not null),
     check (jwks is null or auth_method in ('private_key_jwt', 'none'))
   )`,
  `create table if not exists gw_oauth_assertion (
     signer text not null,
     jti_hash text not null,
     expires_at timestamptz not null,
     primary key (signer, jti_hash)
   )`,
  `create table if not exists gw_oauth_signature (
     hash text primary key,
     expires_at timestamptz not null
   )`,
  `create index if not exists gw_oauth_signature_expires on gw_oauth_signature (expires_at)`,
  `create table if not exists gw_oauth_dpop_proof (
     hash text primary key,
     expires_at timestamptz not null
   )`,
  `create index if not exists gw_oauth_dpop_proof_expires on gw_oauth_dpop_proof (expires_at)`,
  `create table if not exists gw_oauth_attempt (
     id text primary key,
     count integer not null,
     expires_at timestamptz not null
   )`,
  `create table if not exists gw_oauth_sandbox (
     flavor text primary key,
     hash text,
     created_at timestamptz not null default now(),
     updated_by text not null
   )`,
  `create table if not exists gw_oauth_registration_token (
     id boolean primary key default true check (id),
     hash text,
     created_at timestamptz not null default now(),
     updated_by text not null
   )`,
]

/**
 * Indexes for the pages of clients. Name and id are one indexed expression, because with two indexes PostgreSQL
 * estimates that reading all clients is cheaper.
 */
export const CLIENT_LISTS = [
  `create index if not exists gw_oauth_client_newest on gw_oauth_client (created_at, id)`,
  `create index if not exists gw_oauth_client_name on gw_oauth_client (name, id)`,
  `create index if not exists gw_oauth_client_status on gw_oauth_client (status, created_at, id)`,
  `create index if not exists gw_oauth_client_flavor on gw_oauth_client (flavor, created_at, id)`,
  `create index if not exists gw_oauth_client_flavor_status on gw_oauth_client (flavor, status, created_at, id)`,
  `create extension if not exists pg_trgm`,
  `create index if not exists gw_oauth_client_named on gw_oauth_client using gin ((name || ' ' || id) gin_trgm_ops)`,
]
