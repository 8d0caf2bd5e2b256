import { freePort } from "../../demo/ports"
import type { Running } from "./command"
import type { Guide } from "./guide"
import type { Reader } from "./reader"
import { until } from "./store-api"

/** Starts the installed bank simulator by the guide's command, at free ports. Resolves when it responds at its address. */
export async function startBank(guide: Guide, reader: Reader): Promise<Running> {
  const ports = `--port ${new URL(reader.bank_url).port} --control-port ${await freePort()}`
  const bank = reader.start(`${guide.bank.trimEnd()} ${ports}`)
  const responds = async () => (await fetch(`${reader.bank_url}/gwb/v1/jwks.json`).catch(() => undefined))?.ok
  await Promise.race([until("the bank simulator responds", responds), bank.ended])
  return bank
}
