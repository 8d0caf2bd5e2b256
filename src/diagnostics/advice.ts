/** The advice if another store answers, or this one with other options. */
export const RESTART =
  "Another store answers at this address, or this store runs with another base_url: restart it."

/** The advice if the store does not get the requests, or gets other ones. */
export const FORWARD = "Configure the proxy to forward POST requests and every path to the store, unchanged."
