import { parseArgs } from "node:util"

/** The options of gw-webhook-listen. */
export interface Options {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** The webhook secrets; a message signed with a secret must match one of them. */
  readonly secrets: readonly string[]
  /** The URL of the profile with the store's public keys; null when signatures by key are not verified. */
  readonly profile: string | null
  /** The status of the response to genuine messages. */
  readonly status: number
  /** Whether only the bodies are printed. */
  readonly json: boolean
}

/** What `--help` prints. */
export const USAGE = `Usage: gw-webhook-listen [options]

Receives the webhooks of a store during development, verifies them and prints them. A webhook that fails the
verification is answered 401.

  --secret <whsec_…>   a secret of a webhook (repeatable; default: GW_WEBHOOK_SECRET)
  --profile <url>      the store's UCP profile, for example http://localhost:9000/.well-known/ucp. A message without a
                       signature by secret is verified with the store's public keys
  --port <number>      port to listen on (4000; 0 = any free port)
  --host <address>     address to listen on (127.0.0.1)
  --status <number>    answer genuine messages with this status, for example to test retries (200)
  --json               print each body as one line of JSON, and nothing else
  --help               show this text
`

const FLAGS = {
  secret: { type: "string", multiple: true },
  profile: { type: "string" },
  port: { type: "string", default: "4000" },
  host: { type: "string", default: "127.0.0.1" },
  status: { type: "string", default: "200" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const

/** Parses the command line; returns "help" for --help. Throws an error whose message is one sentence. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Options | "help" {
  const { values } = parseArgs({ args: [...args], options: FLAGS })
  if (values.help) return "help"
  const known = env.GW_WEBHOOK_SECRET ? [env.GW_WEBHOOK_SECRET] : []
  const secrets = values.secret ?? known
  const { profile = null, host, json } = values
  if (!secrets.length && !profile) throw new Error("a --secret or the --profile of the store is required")
  const wrong = secrets.find((secret) => !/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
  if (wrong !== undefined) throw new Error("--secret must begin with whsec_, as shown by the store")
  if (profile !== null && !URL.canParse(profile)) throw new Error("--profile must be an absolute URL")
  const [port, status] = [
    numberIn("port", values.port, 0, 65_535),
    numberIn("status", values.status, 200, 599),
  ]
  return { host, port, secrets, profile, status, json }
}

function numberIn(name: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= min && number <= max) return number
  throw new Error(`--${name} must be a number from ${min} to ${max}`)
}
