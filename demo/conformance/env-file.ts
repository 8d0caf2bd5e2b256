import { rmSync, renameSync, writeFileSync } from "node:fs"
import { FLAVORS } from "../../src/domain/scopes"
import type { DemoAddresses } from "../environment"
import { DemoFailure, errorLine } from "../failure"
import { ADMIN } from "../shop/logins"
import { type Credentials, CUSTOMER_FLAVORS, SANDBOX_FLAVORS } from "./credentials"

/** What a suite needs besides the credentials. */
export interface SuiteSettings {
  publishable_key: string
  simulation_secret: string
}

/** The variables of the env file, in order. docs/conformance.md describes them. */
export function suiteVariables(
  at: DemoAddresses,
  { publishable_key, simulation_secret }: SuiteSettings,
  { sandbox, clients, staff, customers }: Credentials
): [name: string, value: string][] {
  return [
    ["SERVER_URL", at.store],
    ["SUITE_URL", at.suite_proxy],
    ["BANK_CONTROL_URL", at.bank_control],
    ["SIMULATION_SECRET", simulation_secret],
    ["PUBLISHABLE_KEY", publishable_key],
    ["ADMIN_EMAIL", ADMIN.email],
    ["ADMIN_PASSWORD", ADMIN.password],
    ...SANDBOX_FLAVORS.map((flavor): [string, string] => [
      `${flavor.toUpperCase()}_SANDBOX_TOKEN`,
      sandbox[flavor],
    ]),
    ...FLAVORS.flatMap((flavor): [string, string][] => [
      [`${flavor.toUpperCase()}_CLIENT_ID`, clients[flavor].client_id],
      [`${flavor.toUpperCase()}_CLIENT_SECRET`, clients[flavor].client_secret],
    ]),
    ["A2A_ACCESS_TOKEN", staff.access_token],
    ["A2A_REFRESH_TOKEN", staff.refresh_token],
    ...customers.flatMap(({ login, tokens }, index): [string, string][] => [
      [`CUSTOMER_${index + 1}_EMAIL`, login.email],
      [`CUSTOMER_${index + 1}_PASSWORD`, login.password],
      ...CUSTOMER_FLAVORS.flatMap((flavor): [string, string][] => [
        [`CUSTOMER_${index + 1}_${flavor.toUpperCase()}_ACCESS_TOKEN`, tokens[flavor].access_token],
        [`CUSTOMER_${index + 1}_${flavor.toUpperCase()}_REFRESH_TOKEN`, tokens[flavor].refresh_token],
      ]),
    ]),
  ]
}

/** The text of an env file, which shells and dotenv parsers read alike. */
export const envText = (variables: readonly [name: string, value: string][]): string =>
  variables.map(([name, value]) => `${name}=${quoted(value)}\n`).join("")

const quoted = (value: string) =>
  /^[\w@.:/+-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`

/**
 * Writes the env file, which only its owner can read. It replaces a file in one step, because an existing one could
 * be readable by others.
 */
export function writeEnvFile(file: string, text: string): void {
  const draft = `${file}.new`
  try {
    rmSync(draft, { force: true })
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" })
    renameSync(draft, file)
  } catch (error) {
    throw new DemoFailure(`Cannot write ${file} (${errorLine(error)}): choose another file with --env.`)
  }
}
