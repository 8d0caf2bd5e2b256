import { command, type Place } from "./command"

/** Texts that the report must contain for the installed store, whose bank does not exist. */
const EXPECTED = [
  "all tables of this version",
  "with every document for discovery",
  "the store publishes its key for the bank",
  "/gwb/v1/jwks.json does not answer",
  "no region offers pp_gateway_bank",
]

/** Runs the installed gw-doctor on the running store. Throws with the whole report when a text is missing. */
export async function checkDoctor(place: Place): Promise<void> {
  const printed = await command("npx", ["--no-install", "gw-doctor", "--json"], place).then(
    (report) => report,
    (error: Error) => error.message
  )
  const missing = EXPECTED.filter((text) => !printed.includes(text))
  if (missing.length) throw new Error(`gw-doctor did not report "${missing.join('", "')}":\n${printed}`)
}
