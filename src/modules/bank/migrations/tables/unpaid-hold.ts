/**
 * The stock that unpaid orders of agents hold: one row per order and inventory item, stored with the payment, and
 * deleted by a trigger when the order is paid, canceled or expired. Customers and network addresses are hashed.
 */
export const UNPAID_HOLDS = [
  `create table if not exists gw_unpaid_hold (
     payment_id text not null references gw_payment (id) on delete cascade,
     inventory_item_id text not null,
     units numeric not null check (units > 0),
     client_id text not null,
     customer_hash text not null,
     address_hash text not null,
     held_until timestamptz not null,
     created_at timestamptz not null default now(),
     primary key (payment_id, inventory_item_id)
   )`,
  ...["client_id", "customer_hash", "address_hash", "inventory_item_id", "held_until"].map(
    (column) => `create index if not exists gw_unpaid_hold_${column} on gw_unpaid_hold (${column})`
  ),
]
