import { A2A } from "./a2a"
import { ALERTS } from "./alerts"
import { BANK_ACCOUNTS } from "./bank-accounts"
import { BANK_CALLS } from "./bank-calls"
import { BANK_MESSAGES } from "./bank-messages"
import { BOOKS } from "./books"
import { CARDS } from "./cards"
import { EFFECTS } from "./effects"
import { GATES } from "./gates"
import { LISTS } from "./lists"
import { MCP } from "./mcp"
import { MIGRATIONS } from "./migrations"
import { MONEY } from "./money"
import type { Mutant } from "./mutant"
import { OAUTH } from "./oauth"
import { OUTBOUND } from "./outbound"
import { RECONCILIATION } from "./reconciliation"
import { OWNERSHIP } from "./ownership"
import { PAGE } from "./page"
import { PURCHASE_KEYS } from "./purchase-keys"
import { REDSYS } from "./redsys"
import { REDUCER } from "./reducer"
import { REFUNDS } from "./refunds"
import { SESSIONS } from "./sessions"
import { SPENDING } from "./spending"
import { STOREFRONT } from "./storefront"
import { WEBHOOKS } from "./webhooks"

/** All faults. Each is a mistake that a developer could make, and that a test must detect. */
export const MUTANTS: readonly Mutant[] = [
  ...GATES,
  ...A2A,
  ...OUTBOUND,
  ...REDUCER,
  ...EFFECTS,
  ...MONEY,
  ...BANK_ACCOUNTS,
  ...BANK_CALLS,
  ...BANK_MESSAGES,
  ...REDSYS,
  ...BOOKS,
  ...RECONCILIATION,
  ...CARDS,
  ...SPENDING,
  ...PURCHASE_KEYS,
  ...REFUNDS,
  ...OAUTH,
  ...SESSIONS,
  ...OWNERSHIP,
  ...STOREFRONT,
  ...PAGE,
  ...MCP,
  ...WEBHOOKS,
  ...ALERTS,
  ...LISTS,
  ...MIGRATIONS,
]
