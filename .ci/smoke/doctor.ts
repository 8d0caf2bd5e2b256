import { command, type Place } from "./command"

/** What the doctor must find in the installed store, whose bank is not there. */
const EXPECTED = [
  "all tables of this version",
  "with every document for discovery",
  "the store publishes its key for the bank",
  "/gwb/v1/jwks.json does not answer",
  "no region offers pp_gateway_bank",
]

/** Lets the installed doctor look at the store that runs. Throws with all it printed when it overlooks something. */
export async function checkDoctor(place: Place): Promise<void> {
  const printed = await command("npx", ["--no-install", "gw-doctor", "--json"], place).then(
    (report) => report,
    (error: Error) => error.message
  )
  const overlooked = EXPECTED.filter((text) => !printed.includes(text))
  if (overlooked.length) throw new Error(`gw-doctor did not find "${overlooked.join('", "')}":\n${printed}`)
}
