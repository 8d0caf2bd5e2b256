export default {
  title: "Unpaid orders of agents",
  about:
    "An agent's order reserves its stock before the customer pays. These limits keep agents from holding your stock without paying. Approve an agent on its page to give its orders the longer time.",
  client_orders: "Unpaid orders per agent",
  client_units: "Units in them per agent",
  customer_orders: "Unpaid orders per customer",
  customer_units: "Units in them per customer",
  address_orders: "Unpaid orders per network address",
  address_units: "Units in them per network address",
  product_share: "Percent of a product's stock in unpaid orders",
  storefront_share: "Percent of the stock kept for your storefront",
  hold_minutes: "Minutes to pay",
  unverified_hold_minutes: "Minutes to pay, for agents without approval or customer account",
  bounds: "{{least}} to {{most}}",
}
