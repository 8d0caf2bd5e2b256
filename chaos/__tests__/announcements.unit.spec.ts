import { describe, expect, it } from "vitest"
import type { StoreEvent } from "../../integration-tests/support/events-file"
import { lostIn, placedIn } from "../announcements"

const id = "order_1"

/** An announcement by a server, in a transaction of its own that has not ended. */
const announces = (server: number, order = id): StoreEvent => ({
  id: order,
  server,
  attempt: attemptOf(server),
})
const ends = (server: number): StoreEvent => ({ ended: attemptOf(server) })
const attemptOf = (server: number) => `attempt of ${server}`
const kill = (pid: number): StoreEvent[] => [{ killing: pid }, { killed: pid }]

const timesPlaced = (...events: StoreEvent[]) => placedIn(events).filter((placed) => placed === id).length

describe("the announcements of an order in the chaos run", () => {
  it("count once if its server was killed before the commit and another process repeats it", () => {
    expect(timesPlaced(announces(1), ...kill(1), announces(2), ends(2))).toBe(1)
  })

  it("count once if each of two servers was killed before its commit", () => {
    expect(timesPlaced(announces(1), ...kill(1), announces(2), ...kill(2), announces(3), ends(3))).toBe(1)
  })

  it("count once if the server announces between the decision to kill it and its end", () => {
    expect(timesPlaced({ killing: 1 }, announces(1), { killed: 1 }, announces(2), ends(2))).toBe(1)
  })

  it("count once if another process repeats it before the run has noticed the end of the killed one", () => {
    expect(timesPlaced(announces(1), { killing: 1 }, announces(2), ends(2), { killed: 1 })).toBe(1)
  })

  it("count if nothing repeats them after the kill", () => {
    expect(timesPlaced(announces(1), ...kill(1))).toBe(1)
    expect(timesPlaced(announces(1), ...kill(1), announces(2, "order_2"), ends(2))).toBe(1)
  })

  it.each<[string, StoreEvent[]]>([
    ["no server was killed", [announces(1), ends(1), announces(2), ends(2)]],
    ["no server was killed and the first transaction is open", [announces(1), announces(2), ends(2)]],
    ["the transaction ended before the kill", [announces(1), ends(1), ...kill(1), announces(2), ends(2)]],
    ["another server was killed", [announces(1), ...kill(3), announces(2), ends(2)]],
    ["its server was killed only after the repeat", [announces(1), announces(2), ends(2), ...kill(1)]],
    ["an earlier process with the same id was killed", [...kill(1), announces(1), announces(2), ends(2)]],
    ["the same process repeats it", [announces(1), announces(1), ends(1)]],
    [
      "the same process repeats it while it is killed",
      [{ killing: 1 }, announces(1), announces(1), { killed: 1 }],
    ],
    ["Medusa announced it", [{ id, server: 1 }, ...kill(1), { id, server: 2 }]],
  ])("count twice if %s", (_, events) => {
    expect(timesPlaced(...events)).toBe(2)
  })

  it("count twice if the same process repeats it, is killed, and another process repeats it", () => {
    expect(timesPlaced(announces(1), announces(1), ...kill(1), announces(2), ends(2))).toBe(2)
  })

  it("count twice if there are three of them and one kill", () => {
    const first = [announces(1), ...kill(1), announces(2), ends(2)]
    expect(timesPlaced(...first, announces(3), ends(3))).toBe(2)
    expect(timesPlaced(...first, announces(2), ends(2))).toBe(2)
  })
})

describe("an announcement that Medusa has queued", () => {
  const queues = (server: number): StoreEvent => ({ queued: id, server })
  const unqueues = (server: number): StoreEvent => ({ unqueued: id, server })

  it("is lost once if its server was killed before it was emitted", () => {
    expect(lostIn([queues(1), ...kill(1)])).toEqual([id])
    expect(lostIn([{ killing: 1 }, queues(1), { killed: 1 }])).toEqual([id])
    expect(lostIn([queues(1), ...kill(1), queues(2), ...kill(2)])).toEqual([id])
    expect(lostIn([queues(1), unqueues(1), queues(2), ...kill(2)])).toEqual([id])
  })

  it.each<[string, StoreEvent[]]>([
    ["no server was killed", [queues(1)]],
    ["another server was killed", [queues(1), ...kill(2)]],
    ["an earlier process with the same id was killed", [...kill(1), queues(1)]],
    ["it was emitted or discarded before the kill", [queues(1), unqueues(1), ...kill(1)]],
    ["the order was announced before the kill", [queues(1), { id, server: 1 }, ...kill(1)]],
    ["the order was announced later", [queues(1), ...kill(1), { id, server: 2 }]],
    ["it was not queued", kill(1)],
  ])("is not lost if %s", (_, events) => {
    expect(lostIn(events)).toEqual([])
  })
})
