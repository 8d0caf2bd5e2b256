import { get, type IncomingMessage } from "node:http"
import { Client } from "@medusajs/framework/pg"
import { world } from "../../integration-tests/support/world"

/** How many streams are opened at a time. */
const TOGETHER = 50

const SETTLE = `
  with task as (
    update gw_task set state = 'completed', seq = 5 where id = any($1) returning id, artifacts
  )
  insert into gw_task_event (task_id, seq, type, state, artifacts)
  select id, 5, 'task.status', 'completed', artifacts from task`

/** Readers of task streams, by the tasks' numbers. */
export class Readers {
  /** The time (`performance.now()`) at which the end of each task arrives. */
  private readonly ends = new Map<number, Promise<number>>()

  private constructor(
    private readonly tokens: readonly string[],
    private readonly database: Client
  ) {}

  static async connect(tokens: readonly string[]): Promise<Readers> {
    const database = new Client({ connectionString: world().database_url })
    await database.connect()
    return new Readers(tokens, database)
  }

  close(): Promise<void> {
    return this.database.end()
  }

  /** The numbers of the tasks that are being read. */
  get tasks(): number[] {
    return [...this.ends.keys()]
  }

  /** Opens the streams of `count` tasks, and waits until each has sent the existing events. */
  async open(first: number, count: number): Promise<void> {
    const tasks = Array.from({ length: count }, (_, n) => first + n)
    for (let at = 0; at < count; at += TOGETHER)
      await Promise.all(tasks.slice(at, at + TOGETHER).map((task) => this.read(task)))
  }

  private async read(task: number): Promise<void> {
    const response = await this.request(task)
    if (response.statusCode !== 200) throw new Error(`stream ${task} answered ${response.statusCode}`)
    const waiting = arrivalOf(response, '"input-required"')
    this.ends.set(task, arrivalOf(response, '"final":true'))
    await waiting
  }

  private request(task: number): Promise<IncomingMessage> {
    const url = `${world().base_url}/gw-a2a/v1/tasks/task_bench_${task}/stream`
    const authorization = `Bearer ${this.tokens[task % this.tokens.length]}`
    return new Promise((resolve, reject) =>
      get(url, { headers: { authorization } }, resolve).on("error", reject)
    )
  }

  /** Ends these tasks in one transaction. Returns for each reader the milliseconds until it received the end. */
  async settle(tasks: readonly number[]): Promise<number[]> {
    await this.database.query("begin")
    await this.database.query(SETTLE, [tasks.map((task) => `task_bench_${task}`)])
    const settled = performance.now()
    await this.database.query("commit")
    const ends = await Promise.all(tasks.map((task) => this.ends.get(task)))
    for (const task of tasks) this.ends.delete(task)
    return ends.map((end) => (end ?? Infinity) - settled)
  }
}

/** The time at which a text arrives. */
function arrivalOf(response: IncomingMessage, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let rest = ""
    response.on("data", (chunk: Buffer) => {
      rest = (rest + chunk.toString()).slice(-20_000)
      if (rest.includes(text)) resolve(performance.now())
    })
    response.on("end", () => reject(new Error(`a stream ended before it contained ${text}`)))
  })
}
