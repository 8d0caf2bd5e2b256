import type { DemoAddresses } from "../environment"
import type { DemoSecrets } from "../secrets"

/** What a provider starts with. */
export interface ProviderSetup {
  readonly at: DemoAddresses
  readonly secrets: DemoSecrets
  /** The folder of the demo's data. */
  readonly data: string
  /** The currencies of the store besides those of the demo. */
  readonly currencies: string[]
}

/** How customers of a demo pay: a simulated payment provider, and the settings of a store that uses it. */
export interface DemoProvider {
  /** Its name after "Starting". */
  readonly name: string
  /** The names in the data folder of what it keeps, which `--reset` deletes. */
  readonly kept: string[]
  ports(at: DemoAddresses): number[]
  /** Starts it, before the store. Returns the function that stops it. */
  start(setup: ProviderSetup): Promise<() => Promise<void>>
  /** The environment variables that the store must have, whatever the environment says. */
  environment(at: DemoAddresses, secrets: DemoSecrets): Record<string, string>
  /** The ids of the regions' payment providers in Medusa. Undefined for those that the store's configuration implies. */
  readonly region_providers?: string[]
  /** Its lines in the text that is printed when everything runs: addresses, and commands ready to paste. */
  describe(at: DemoAddresses): { addresses: string; commands: string }
}
