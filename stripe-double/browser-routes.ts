import type { Account } from "./account"
import { challengePage, challengeResult } from "./challenge-page"
import type { Fields } from "./fields"
import { STRIPE_JS } from "./stripe-js"

interface Document {
  readonly type: "text/html" | "text/javascript"
  readonly text: string
}

type Handler = (account: Account, id: string, fields: Fields) => Document

const html = (text: string): Document => ({ type: "text/html", text })

/** What the customer's browser loads besides the API, at Stripe's own paths. */
export const BROWSER_ROUTES: Readonly<Record<string, Handler>> = {
  "GET /v3/": () => ({ type: "text/javascript", text: STRIPE_JS }),
  "GET /redirect/authenticate/:id": (account, id, fields) => html(challengePage(account, id, fields)),
  "POST /redirect/authenticate/:id": (account, id, fields) => html(challengeResult(account, id, fields)),
}
