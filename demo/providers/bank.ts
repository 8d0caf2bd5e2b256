import { join } from "node:path"
import { merchantAtBank } from "../environment"
import { startSimulatorProcess } from "../simulator-process"
import type { DemoProvider } from "./provider"

/** The bank simulator. It fetches the store's keys when it needs them, so it may start before the store. */
export const bank: DemoProvider = {
  name: "the bank simulator",
  kept: ["bank"],
  ports: ({ bank_port, bank_control_port }) => [bank_port, bank_control_port],
  async start({ at, data, currencies }) {
    const { stop } = await startSimulatorProcess({
      port: at.bank_port,
      control_port: at.bank_control_port,
      public_url: at.bank,
      data: join(data, "bank"),
      merchant: merchantAtBank(at.store, currencies),
    })
    return stop
  },
  environment: () => ({}),
  describe: ({ store, bank, bank_control }) => ({
    addresses: `  Bank simulator   ${bank}
  Bank controls    ${bank_control}`,
    commands: `  npm run agent -- --url ${store} --mcp "a mug under 20 euro, ship to Berlin"
  curl -s '${bank_control}/_sim/log'`,
  }),
}
