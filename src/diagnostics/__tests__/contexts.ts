import { expect } from "vitest"
import { newPrivateJwk } from "../../../demo/key-pair"
import { checkOptions } from "../../options"
import type { Check } from "../check"
import { type Answer, NotChecked, type CheckContext } from "../check-context"

/** Options of a store without any fault. */
export const HEALTHY = {
  base_url: "https://shop.example",
  trusted_proxies: ["10.0.0.0/8"],
  card_key: newPrivateJwk(),
  encryption_key: Buffer.alloc(32).toString("base64"),
  bank: {
    api_url: "https://bank.example",
    issuer: "bank",
    merchant_id: "mrc_1",
    merchant_key: newPrivateJwk(),
  },
}

interface Outside {
  given?: object
  env?: NodeJS.ProcessEnv
  /** The rows for a statement that contains this text. */
  rows?: Record<string, object[]>
  /** The response of a URL with this ending. */
  answers?: Record<string, Partial<{ status: number; headers: Record<string, string>; body: string }>>
}

/** A store with real options. Statements and URLs that are not given fail as if there were no response. */
export function context({ given = {}, env = {}, rows = {}, answers = {} }: Outside = {}): CheckContext {
  const checked = checkOptions({ ...HEALTHY, ...given }, env)
  return {
    env,
    checked,
    get options() {
      if (checked.options) return checked.options
      throw new NotChecked("the options are not valid")
    },
    query<Row extends object>(text: string): Promise<Row[]> {
      const known = Object.entries(rows).find(([part]) => text.includes(part))
      if (known) return Promise.resolve(known[1] as Row[])
      return Promise.reject(new NotChecked("the database does not answer"))
    },
    request(url: string): Promise<Answer> {
      const known = Object.entries(answers).find(([end]) => url.endsWith(end))
      if (!known) return Promise.reject(new Error(`${url} does not answer (ECONNREFUSED)`))
      const { status = 200, headers, body = "" } = known[1]
      return Promise.resolve({ status, headers: new Headers(headers), body, received_at: Date.now() })
    },
  }
}

/** The results of a check, as `level: text`. Expects advice with every result that is not ok. */
export async function resultsOf(check: Check, of: CheckContext): Promise<string[]> {
  const results = await check.run(of)
  for (const { level, advice } of results) expect(advice !== undefined).toBe(level !== "ok")
  return results.map(({ level, text }) => `${level}: ${text}`)
}
