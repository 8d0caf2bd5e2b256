/** The document's texts. Messages and names of the store are not among them. */
export interface Texts {
  readonly loading: string
  readonly call_canceled: string
  readonly failed: string
  readonly products: string
  readonly product: string
  readonly no_products: string
  readonly more_products: string
  readonly from: (price: string) => string
  readonly before: string
  readonly availability: Readonly<Record<string, string>>
  readonly cart: string
  readonly checkout: string
  readonly empty: string
  readonly estimate: string
  readonly totals: Readonly<Record<string, string>>
  readonly status: Readonly<Record<string, string>>
  readonly order: (label: string) => string
  readonly pay: string
  readonly pay_hint: string
  readonly open_yourself: string
  readonly refresh: string
  readonly refreshing: string
  readonly not_refreshed: string
}

/** The texts of the view in English. */
export const en: Texts = {
  loading: "Loading…",
  call_canceled: "The request was canceled.",
  failed: "The store could not do this.",
  products: "Products",
  product: "Product",
  no_products: "No products found.",
  more_products: "The store has more products. Ask for the next page.",
  from: (price) => `from ${price}`,
  before: "before",
  availability: { in_stock: "In stock", backorder: "Delivered later", out_of_stock: "Out of stock" },
  cart: "Cart",
  checkout: "Checkout",
  empty: "There is nothing in it yet.",
  estimate: "Shipping is added at checkout.",
  totals: {
    subtotal: "Subtotal",
    items_discount: "Discount on items",
    discount: "Discount",
    fulfillment: "Shipping",
    tax: "Tax",
    total: "Total",
  },
  status: {
    incomplete: "Some information is still missing.",
    ready_for_complete: "Ready to order. Nothing is paid yet.",
    requires_escalation: "Waiting for your payment.",
    complete_in_progress: "The payment is being processed.",
    completed: "Ordered. Thank you!",
    canceled: "Canceled.",
  },
  order: (label) => `Order ${label}`,
  pay: "Pay",
  pay_hint: "The payment page opens in your browser. The assistant never sees your card.",
  open_yourself: "The page could not be opened from here. Open this address in your browser:",
  refresh: "Refresh the status",
  refreshing: "Reading the status…",
  not_refreshed: "The status could not be read. Try again.",
}
