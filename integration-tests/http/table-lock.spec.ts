import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { atOnce, blockInserts, lockTable, untilBlockedAt } from "../support/table-lock"

const TABLE = "gw_test_written"
beforeAll(async () => void (await sql(`create table "${TABLE}" (n integer not null)`)))
beforeEach(async () => void (await sql(`truncate "${TABLE}"`)))
afterAll(async () => void (await sql(`drop table "${TABLE}"`)))

async function write(n: number): Promise<number> {
  await sql(`insert into "${TABLE}" (n) values ($1)`, [n])
  return n
}
const written = async () =>
  (await sql<{ n: number }>(`select n from "${TABLE}" order by n`)).map(({ n }) => n)

describe("simultaneous calls", () => {
  it("write when all of them wait, and return their results", async () => {
    let early: number[] | undefined
    const late = async () => {
      await untilBlockedAt(TABLE)
      early = await written()
      return write(2)
    }
    expect(await atOnce(TABLE, () => [write(1), late()])).toEqual([1, 2])
    expect([early, await written()]).toEqual([[], [1, 2]])
  })

  it("fail if one of them does not write, and the others write in the end", async () => {
    const idle = Promise.resolve(2)
    await expect(atOnce(TABLE, () => [write(1), idle], 0.5)).rejects.toThrow("within 0.5 seconds")
    expect(await written()).toEqual([1])
  })

  it("fail with both reasons if one of them fails before it writes", async () => {
    const failing = () => Promise.reject(new Error("out of stock"))
    const calls = atOnce(TABLE, () => [write(1), failing()], 0.5)
    await expect(calls).rejects.toThrow(
      /^Not all 2 calls waited for gw_test_written: .*seconds; .*out of stock$/
    )
    expect(await written()).toEqual([1])
  })

  it("fail with the error of a call, and leave no lock behind", async () => {
    const failing = async () => {
      await sql(`insert into "${TABLE}" (n) values (null)`)
      return 2
    }
    await expect(atOnce(TABLE, () => [write(1), failing()])).rejects.toThrow("not-null")
    expect(await written()).toEqual([1])
    await write(3)
  })
})

describe.each([
  ["a locked table", () => lockTable(TABLE), "relation"],
  ["inserts that are stopped", () => blockInserts(TABLE, "new.n = 1"), "advisory"],
])("%s", (_, hold, kind) => {
  it("stay so until they are released", async () => {
    const lock = await hold()
    const writing = write(1)
    await lock.stopped()
    expect(await written()).toEqual([])
    await expect(lock.stopped(2, 0.2)).rejects.toThrow("within 0.2 seconds")
    await lock.release()
    await writing
    expect(await written()).toEqual([1])
  })

  it("fail the test if the lock is lost before it is released", async () => {
    const lock = await hold()
    const writing = write(1)
    await lock.stopped()
    await sql(
      `select pg_terminate_backend(blocker) from pg_locks, unnest(pg_blocking_pids(pid)) as blocker
        where not granted and locktype = $1`,
      [kind]
    )
    await writing
    await expect(lock.release()).rejects.toThrow("lost before it was released")
    await write(1)
  })

  it("end the waiting writers", async () => {
    const lock = await hold()
    const writing = expect(write(1)).rejects.toThrow("terminating connection")
    await lock.stopped()
    await lock.abort()
    await writing
    expect(await written()).toEqual([])
  })
})
