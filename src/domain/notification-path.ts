const PATHS = { gwb: "/gw-bank/v1/ipn", redsys: "/gw-bank/v1/ipn/redsys" } as const

/** The path below the store's URL at which the notifications of a bank's protocol arrive. */
export function notificationPathOf(driver: keyof typeof PATHS): string {
  return PATHS[driver]
}
