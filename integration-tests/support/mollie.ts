import { NO_BANK } from "../../demo/environment"
import type { Task } from "./agent"
import type { MolliePayment, Outcome, Settings } from "./mollie-double/payment"
import { everySetting } from "./store-keys"
import { world } from "./world"

const { GW_ENCRYPTION_KEY = "" } = everySetting()

/** The environment of a store without a bank whose customers pay on the pages of providers that redirect. */
export const REDIRECTING = {
  ...NO_BANK,
  GW_ENCRYPTION_KEY,
  MOLLIE_API_KEY: "test_double",
  GW_PAYMENT_ROUTES: JSON.stringify([
    { provider: "pp_mollie_double", route: "page", currencies: ["EUR"] },
    {
      provider: "pp_hosted_double",
      route: "page",
      redirect: { url: "page.url", hosts: ["pay.example"], name: "Example Pay" },
    },
  ]),
}

async function control(method: string, settings?: Partial<Settings>): Promise<MolliePayment[]> {
  const init = { method, ...(settings && { body: JSON.stringify(settings) }) }
  const response = await fetch(`${world().mollie_url}/_double`, init)
  return (await response.json()) as MolliePayment[]
}

/** The customer at the provider's own page, and the test's control of the double. */
export const mollie = {
  payments: () => control("GET"),
  async payment(id: string): Promise<MolliePayment> {
    const found = (await control("GET")).find((payment) => payment.id === id)
    if (!found) throw new Error(`no payment ${id}`)
    return found
  },
  /** The customer's choice on the hosted page. Returns whether the page took it. */
  async decide(id: string, outcome: Outcome): Promise<boolean> {
    const url = `${world().mollie_url}/checkout/payments/${id}`
    return (await fetch(url, { method: "POST", body: outcome })).ok
  },
  /** What is not named becomes as at the start. */
  set: (settings: Partial<Settings> = {}) => control("PUT", settings),
}

/** The address of the page of a task or a checkout. */
const pageOf = (payable: Payable): string =>
  ("artifacts" in payable ? payable.artifacts.sca_redirect_url : payable.continue_url) ?? ""

type Payable = Pick<Task, "artifacts"> | { readonly continue_url?: string }

/** A customer in one browser. */
export class RedirectedCustomer {
  private cookie = ""

  /** The server that the browser reaches, when there are several. */
  constructor(private readonly base_url = world().base_url) {}

  /** The same browser, which now reaches another server. */
  at(base_url: string): RedirectedCustomer {
    const moved = new RedirectedCustomer(base_url)
    moved.cookie = this.cookie
    return moved
  }

  /** Opens the page of a task or a checkout, or another page of the store. */
  async open(page: Payable | string): Promise<{ url: string; html: string; headers: Headers }> {
    const url = typeof page === "string" ? page : this.here(pageOf(page))
    const response = await fetch(url, { headers: this.cookie ? { cookie: this.cookie } : {} })
    return { url: response.url, html: await response.text(), headers: response.headers }
  }

  /** Presses the button of the page. Returns where it leads, and the answer. */
  async press(payable: Payable): Promise<{ to: string; status: number; headers: Headers }> {
    const response = await fetch(this.here(pageOf(payable)), { method: "POST", redirect: "manual" })
    const { status, headers } = response
    this.cookie = headers.get("set-cookie")?.split(";")[0] ?? this.cookie
    const [, forward] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(await response.text()) ?? []
    return { to: headers.get("location") ?? forward ?? "", status, headers }
  }

  /** Presses the button and makes a choice on the hosted page. Returns the id of the payment at the provider. */
  async decide(payable: Payable, outcome: Outcome): Promise<string> {
    const { to } = await this.press(payable)
    const id = /tr_\d+$/.exec(to)?.[0] ?? ""
    if (!(await mollie.decide(id, outcome))) throw new Error(`${to} took no payment`)
    return id
  }

  /** Comes back from the provider, with what the provider, or anyone, adds to the address. */
  returns(query = "") {
    return this.open(`${this.base_url}/gw-bank/v1/return${query}`)
  }

  /** The provider's page submits a form to the store. The browser does not send the cookie with it, but follows the answer. */
  async returnsByPost(fields: Record<string, string>) {
    const body = new URLSearchParams(fields)
    const response = await fetch(`${this.base_url}/gw-bank/v1/return`, {
      method: "POST",
      body,
      redirect: "manual",
    })
    const { status, headers } = response
    return { status, headers, page: await this.open(headers.get("location") ?? "") }
  }

  /** An address of the store on the server that the browser reaches. */
  private here(url: string): string {
    return url.replace(world().base_url, this.base_url)
  }
}
