import { setTimeout as sleep } from "node:timers/promises"
import { writeEvent } from "../../integration-tests/support/events-file"
import type { RunningWorld, StoreServer } from "../../integration-tests/support/start-world"
import type { Random } from "../random"

/** The longest delay between the payment that triggers a kill or freeze, and the kill or freeze. */
const DELAY_MS = 2500

/** Longer than the leases of the store (10 s). */
const FROZEN_MS = { least: 11_000, most: 16_000 }

/** How a server is interrupted: it dies, or its process stops for a while. */
export type Interruption = "kill" | "freeze"

/** The number of kills and freezes in a run of `payments`. */
export interface Schedule {
  readonly kills: number
  readonly freezes: number
  readonly payments: number
}

/**
 * Kills or freezes a server of the store, with a random delay after certain payments begin. A kill is SIGKILL and a new
 * start; a freeze is SIGSTOP for longer than the server's leases, and then SIGCONT.
 */
export class Interruptions {
  /** The number of kills and freezes so far. */
  readonly done: Record<Interruption, number> = { kill: 0, freeze: 0 }
  private readonly due: ReadonlyMap<number, readonly Interruption[]>
  private running: Promise<void> = Promise.resolve()

  constructor(
    private readonly world: RunningWorld,
    private readonly random: Random,
    { kills, freezes, payments }: Schedule
  ) {
    const due = new Map<number, Interruption[]>()
    const spread = (interruption: Interruption, times: number) => {
      for (let index = 0; index < times; index++) {
        const number = 1 + Math.floor(((index + random.next()) * payments) / times)
        due.set(number, [...(due.get(number) ?? []), interruption])
      }
    }
    spread("kill", kills)
    spread("freeze", freezes)
    this.due = due
  }

  /** Called with the number of each payment that begins. */
  onPayment(number: number): void {
    for (const interruption of this.due.get(number) ?? []) {
      const [server, pause] = [this.random.pick(this.world.servers()), this.random.whole(0, DELAY_MS)]
      const frozen_ms = this.random.whole(FROZEN_MS.least, FROZEN_MS.most)
      this.running = this.running.then(async () => {
        await sleep(pause)
        this.done[interruption] += 1
        await (interruption === "kill" ? this.restart(server) : freeze(server, frozen_ms))
      })
    }
    // `over` throws this failure.
    this.running.catch(() => undefined)
  }

  /** Resolves when every server is up again; throws when one did not come up. */
  over(): Promise<void> {
    return this.running
  }

  private async restart(server: StoreServer): Promise<void> {
    const [pid, { events_file }] = [server.pid(), this.world.world]
    writeEvent(events_file, { killing: pid })
    await server.kill()
    writeEvent(events_file, { killed: pid })
    await server.start()
  }
}

async function freeze(server: StoreServer, milliseconds: number): Promise<void> {
  const pid = server.pid()
  process.kill(pid, "SIGSTOP")
  try {
    await sleep(milliseconds)
  } finally {
    process.kill(pid, "SIGCONT")
  }
}
