import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { StartError } from "./start-error"

/** The options of a simulator. */
export interface Options {
  host: string
  /** 0 means any free port. */
  port: number
  controlPort: number
  /** Origin at which the bank is reached, which is also its issuer name; null means http://localhost:PORT. */
  publicUrl: string | null
  /** Directory for the data and keys; null keeps them in memory only. */
  dataDir: string | null
  /** Seed for reproducible identifiers; null makes them random. */
  seed: number | null
  /** Whether notifications are sent only on `POST /_sim/flush`. */
  manualDelivery: boolean
  /** How long the bank's page stays valid. */
  scaWindowSeconds: number
  /** Multiplies the pauses between delivery attempts. */
  retryScale: number
  /** Merchants as given, not yet validated. */
  merchants: unknown[]
  /** Merchants of the Redsys mode as given, not yet validated. */
  redsysMerchants: unknown[]
}

/** The text of `--help`. */
export const USAGE = `Usage: gw-bank-simulator [options]

A bank for tests: GWB/1 API, the customer's SCA page, and signed notifications.

  --merchant <json>       a merchant (repeatable):
                          {"merchant_id":"mrc_demo","name":"Demo shop","currencies":["EUR"],
                           "ipn_url":"http://localhost:9000/gw-bank/v1/ipn",
                           "jwks_url":"http://localhost:9000/gw-bank/v1/jwks.json"}
                          "jwks" with the keys themselves can replace "jwks_url"
  --merchants <file>      a JSON file with a list of merchants
  --redsys-merchant <json>
                          a merchant of the Redsys mode (repeatable):
                          {"merchant_code":"999008881","terminals":{"1":"EUR"},
                           "secret":"sq7HjrUOBfKmC576ILgskD5srU870gJ7",
                           "signature_version":"HMAC_SHA512_V2"}
  --host <address>        address to listen on (127.0.0.1)
  --port <number>         port of the bank (9010; 0 = any free port)
  --control-port <number> port of the control API, always on loopback (9011; 0 = any free port)
  --public-url <url>      origin at which stores and customers reach the bank; also its issuer
                          (http://localhost:PORT)
  --data <directory>      where payments and the bank's key are stored (./.bank-sim)
  --memory                store nothing
  --seed <number>         the same identifiers on every run
  --manual-delivery       send notifications only on POST /_sim/flush
  --sca-window <seconds>  time that the customer has on the bank's page (900)
  --retry-scale <factor>  multiply the pauses between delivery attempts (1)
  --help                  show this text
`

const FLAGS = {
  merchant: { type: "string", multiple: true },
  merchants: { type: "string" },
  "redsys-merchant": { type: "string", multiple: true },
  host: { type: "string", default: "127.0.0.1" },
  port: { type: "string", default: "9010" },
  "control-port": { type: "string", default: "9011" },
  "public-url": { type: "string" },
  data: { type: "string", default: "./.bank-sim" },
  memory: { type: "boolean", default: false },
  seed: { type: "string" },
  "manual-delivery": { type: "boolean", default: false },
  "sca-window": { type: "string", default: "900" },
  "retry-scale": { type: "string", default: "1" },
  help: { type: "boolean", default: false },
} as const

/**
 * Parses the command line; "help" when only the help text is requested. Throws a StartError with one clear sentence.
 */
export function readOptions(argv: string[]): Options | "help" {
  const flags = readFlags(argv)
  if (flags.help) return "help"
  return {
    host: flags.host,
    port: readNumber("--port", flags.port, { min: 0, max: 65535 }),
    controlPort: readNumber("--control-port", flags["control-port"], { min: 0, max: 65535 }),
    publicUrl: readOrigin(flags["public-url"]),
    dataDir: flags.memory ? null : flags.data,
    seed: flags.seed === undefined ? null : readNumber("--seed", flags.seed, { min: 0, max: 2 ** 53 - 1 }),
    manualDelivery: flags["manual-delivery"],
    scaWindowSeconds: readNumber("--sca-window", flags["sca-window"], { min: 1, max: 86_400 }),
    retryScale: readNumber("--retry-scale", flags["retry-scale"], { min: 0, max: 1000, fraction: true }),
    merchants: [...(flags.merchant ?? []).map(readMerchantFlag), ...readMerchantFile(flags.merchants)],
    redsysMerchants: (flags["redsys-merchant"] ?? []).map(readMerchantFlag),
  }
}

function readFlags(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: FLAGS, strict: true, allowPositionals: false }).values
  } catch (error) {
    const [sentence = ""] = String(error instanceof Error ? error.message : error).split(/\. |\n/)
    throw new StartError(`${sentence}; see --help.`)
  }
}

function readNumber(
  flag: string,
  text: string,
  range: { min: number; max: number; fraction?: boolean }
): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  const fits = value >= range.min && value <= range.max && (range.fraction || Number.isSafeInteger(value))
  if (!fits)
    throw new StartError(`${flag} must be a number from ${range.min} to ${range.max}, not "${text}".`)
  return value
}

function readOrigin(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || ![url.origin, `${url.origin}/`].includes(text))
    throw new StartError(`--public-url must be an origin such as https://bank.example, not "${text}".`)
  return url.origin
}

function readMerchantFlag(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartError(`A merchant must be a JSON object, not "${text}".`)
  }
}

function readMerchantFile(file: string | undefined): unknown[] {
  if (file === undefined) return []
  const merchants = parseFile(file)
  if (!Array.isArray(merchants))
    throw new StartError(`--merchants: ${file} must contain a JSON list of merchants.`)
  return merchants
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`--merchants: ${file} cannot be read as JSON (${reason}).`)
  }
}
