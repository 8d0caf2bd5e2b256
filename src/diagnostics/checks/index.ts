import type { Check } from "../check"
import { bankAccounts } from "./bank-accounts"
import { bankKeys } from "./bank-keys"
import { baseUrl } from "./base-url"
import { capabilities } from "./capabilities"
import { clock } from "./clock"
import { database } from "./database"
import { encryptionKey } from "./encryption-key"
import { lastNotification } from "./last-notification"
import { mcp } from "./mcp"
import { options } from "./options"
import { ownKeys } from "./own-keys"
import { paymentRoutes } from "./payment-routes"
import { paymentProvider } from "./payment-provider"
import { productImages } from "./product-images"
import { proxies } from "./proxies"
import { publishedKeys } from "./published-keys"
import { redsys } from "./redsys"
import { surfaces } from "./surfaces"

/** All checks of gw-doctor. A new check is one file and one line here. */
export const CHECKS: readonly Check[] = [
  options,
  ownKeys,
  encryptionKey,
  database,
  baseUrl,
  publishedKeys,
  proxies,
  bankAccounts,
  bankKeys,
  redsys,
  clock,
  paymentRoutes,
  capabilities,
  paymentProvider,
  surfaces,
  mcp,
  productImages,
  lastNotification,
]
