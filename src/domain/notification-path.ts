import { DEFAULT_ACCOUNT } from "./bank-account"

/** The paths of the default account, by its bank's protocol. */
const PATHS = { gwb: "/gw-bank/v1/ipn", redsys: "/gw-bank/v1/ipn/redsys" } as const

/** The last parts of these paths, which no other account may have as its name. */
export const RESERVED_NAMES: readonly string[] = [DEFAULT_ACCOUNT, ...Object.keys(PATHS)]

/** The path below the store's URL at which the notifications of an account arrive. */
export function notificationPathOf(driver: keyof typeof PATHS, account: string = DEFAULT_ACCOUNT): string {
  return account === DEFAULT_ACCOUNT ? PATHS[driver] : `/gw-bank/v1/ipn/${account}`
}

/** What to do when no notification arrives at an address: some banks have a setting for it, others get it with each payment. */
export const notificationAdvice = (address: string): string =>
  `The bank must reach this address from the internet, without a redirect. Configure it at the bank if the bank has a setting for it: ${address}`
