const PATHS = { gwb: "/gw-bank/v1/ipn", redsys: "/gw-bank/v1/ipn/redsys" } as const

/** The path below the store's URL at which the notifications of a bank's protocol arrive. */
export function notificationPathOf(driver: keyof typeof PATHS): string {
  return PATHS[driver]
}

/** What to do when no notification arrives at an address: some banks have a setting for it, others get it with each payment. */
export const notificationAdvice = (address: string): string =>
  `The bank must reach this address from the internet, without a redirect. Configure it at the bank if the bank has a setting for it: ${address}`
