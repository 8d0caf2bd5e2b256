import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { type RouteName, routeNamesIn } from "../../domain/payment-route"
import { driversOf } from "../../drivers"
import type { BankCapabilities } from "../../drivers/driver"
import { PAGE_CAPABILITIES, STOREFRONT_CAPABILITIES } from "../../drivers/provider-capabilities"
import type { Check } from "../check"
import { ok } from "../check-result"

/** What agents and staff cannot do with the payments of each bank account and each other payment route. */
export const capabilities: Check = {
  name: "capabilities",
  async run({ options }) {
    const routes = routeNamesIn(options.payment_routes).filter((route) => route !== "bank")
    return [
      ...[...driversOf(options)].map(([account, driver]) => resultFor(nameOf(account), driver.capabilities)),
      ...routes.map((route) => resultFor(`the route ${route}`, AT_PROVIDERS[route])),
    ]
  },
}

const AT_PROVIDERS: Readonly<Record<Exclude<RouteName, "bank">, BankCapabilities>> = {
  page: PAGE_CAPABILITIES,
  storefront: STOREFRONT_CAPABILITIES,
}

const nameOf = (account: string) => (account === DEFAULT_ACCOUNT ? "the bank" : `the bank account ${account}`)

function resultFor(name: string, supported: BankCapabilities) {
  const missing = MISSING.flatMap(([words, isMissing]) => (isMissing(supported) ? [words] : []))
  return ok(`${name} supports ${missing.length ? `all but ${missing.join(", ")}` : "everything"}`)
}

/** What a bank or provider may not support. */
const MISSING: readonly (readonly [string, (supported: BankCapabilities) => boolean])[] = [
  ["authorization without immediate capture", (supported) => !authorizes(supported)],
  ["captures by agents", (supported) => authorizes(supported) && supported.capture === "none"],
  ["several captures of a payment", ({ capture }) => capture === "full" || capture === "single"],
  ["voids by agents", (supported) => authorizes(supported) && !supported.void],
  ["refunds", ({ refund }) => refund === "none"],
  ["partial refunds", ({ refund }) => refund === "full"],
  ["saving cards", ({ tokenize }) => tokenize === "none"],
  ["saving a card without a payment", ({ tokenize }) => tokenize === "with_payment"],
  ["charges of saved cards", ({ tokenize, mit }) => tokenize !== "none" && !mit],
  ["queries of a payment", ({ query }) => !query],
  ["a list of events", ({ events }) => !events],
]

const authorizes = ({ intents }: BankCapabilities) => intents.includes("preauth")
