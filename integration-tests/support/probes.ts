import { readdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { dynamicImport } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { RequestHandler } from "express"
import type { Store } from "../../demo/serve"
import { mount } from "../../src/api/mount"
import { callerOf } from "../../src/gateway/call"
import { operation } from "../../src/gateway/operation"
import { ucp } from "../../src/surfaces/ucp"
import { envelopeOf } from "../../src/surfaces/ucp/negotiation/agreement"
import type { Endpoint } from "../../src/surfaces/ucp/capabilities/capability"
import { catalogLookup } from "../../src/surfaces/ucp/capabilities/catalog"

/** Returns the caller and the input of a call that passed authentication and authorization. */
const probe = operation({
  access: "dev.ucp.shopping.order:read",
  input: z.object({ id: z.string().optional() }),
  run: async (input, call) => ({ input, caller: callerOf(call) }),
})

/** An operation of the catalog lookup capability that returns the capabilities negotiated for the call. */
const lookupProbe = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  input: z.unknown(),
  run: async (_, call) => ({ ucp: await envelopeOf(call, catalogLookup.name) }),
})

/** How long a job that a test runs waits for a scheduled run of the same job to end. */
const LONGEST_SCHEDULED_RUN_MS = 5000

const JOBS_FOLDER = join(__dirname, "../../src/jobs")

/** A module of the jobs folder. */
interface JobFile {
  readonly default: (container: MedusaContainer) => Promise<void>
  readonly config: { readonly name: string; readonly schedule: string }
}

/** A job as its file declares it, and as Medusa's scheduler has stored it. */
export interface ShownJob {
  readonly schedule: string
  readonly scheduler: { readonly cron: string; readonly runs: number } | null
}

/** The scheduler that Medusa uses without Redis, as far as tests need it. Medusa has no public way to reach it. */
interface InMemoryScheduler {
  readonly scheduled: ReadonlyMap<
    string,
    { readonly config: { readonly cron: string }; readonly numberOfExecutions: number }
  >
  readonly workflowOrchestratorService_: { run(id: string, options: object): Promise<unknown> }
}

const scheduler = () => (WorkflowScheduler as unknown as { readonly storage: InMemoryScheduler }).storage

/** Pauses single jobs of the scheduler: a paused job keeps its schedule, but a run of it does nothing. */
class JobPauses {
  private readonly paused = new Set<string>()
  private readonly running = new Map<Promise<unknown>, string>()

  constructor() {
    const orchestrator = scheduler().workflowOrchestratorService_
    const run = orchestrator.run.bind(orchestrator)
    orchestrator.run = (id, options) =>
      this.paused.has(id) ? Promise.resolve() : this.track(id, run(id, options))
  }

  private track(id: string, run: Promise<unknown>): Promise<unknown> {
    this.running.set(run, id)
    return run.finally(() => this.running.delete(run))
  }

  /** Resolves when no run of the job is in progress. */
  async pause(id: string): Promise<void> {
    this.paused.add(id)
    await this.ended(id)
  }

  /** Resolves when the scheduled runs of the job that are now in progress have ended. */
  async ended(id: string): Promise<void> {
    await Promise.allSettled([...this.running].flatMap(([run, of]) => (of === id ? run : [])))
  }

  resume(id: string): void {
    this.paused.delete(id)
  }
}

/** The jobs by the names of their files. */
async function jobFiles(): Promise<Map<string, JobFile>> {
  const files = readdirSync(JOBS_FOLDER).filter((file) => /\.(js|ts)$/.test(file))
  const load = async (file: string) =>
    [file.replace(/\.\w+$/, ""), (await dynamicImport(join(JOBS_FOLDER, file))) as JobFile] as const
  return new Map(await Promise.all(files.map(load)))
}

function shown({ config: { name, schedule } }: JobFile): ShownJob {
  const job = scheduler().scheduled.get(`job-${name}`)
  return { schedule, scheduler: job ? { cron: job.config.cron, runs: job.numberOfExecutions } : null }
}

/** Adds addresses that list all jobs, run one, and pause or resume its scheduled runs. */
function addJobProbes({ app, container }: Store): void {
  app.get("/probe/jobs", (_request, response, next) => {
    jobFiles().then((jobs) => {
      response.json(Object.fromEntries([...jobs].map(([name, job]) => [name, shown(job)])))
    }, next)
  })
  const pauses = new JobPauses()
  app.post("/probe/jobs/:name", (request, response, next) => {
    const run = async () => {
      const job = (await jobFiles()).get(request.params.name)
      if (!job) return response.sendStatus(404)
      await job.default(container)
      // A scheduled run may have taken the work before this one. A test may hold that run back, so the wait is limited.
      const longest = sleep(LONGEST_SCHEDULED_RUN_MS, undefined, { ref: false })
      await Promise.race([pauses.ended(`job-${job.config.name}`), longest])
      return response.sendStatus(204)
    }
    run().catch(next)
  })
  app.put("/probe/jobs/:name/:state", (request, response, next) => {
    const { name, state } = request.params
    const set = async () => {
      const job = (await jobFiles()).get(name)
      if (!job) return response.sendStatus(404)
      if (state === "paused") await pauses.pause(`job-${job.config.name}`)
      else pauses.resume(`job-${job.config.name}`)
      return response.sendStatus(204)
    }
    set().catch(next)
  })
}

/** Adds an address that writes a mark to the store's log, after all that the store has logged before. */
function addLogProbe({ app, container }: Store): void {
  app.post("/probe/log/:mark", (request, response) => {
    container.resolve("logger").warn(request.params.mark)
    response.sendStatus(204)
  })
}

/** Adds an address that returns the processor time that the store has used, in microseconds. */
function addProcessorProbe({ app }: Store): void {
  app.get("/probe/processor", (_request, response) => {
    const { user, system } = process.cpuUsage()
    response.json(user + system)
  })
}

/**
 * Adds addresses to a store under test: some run its jobs, one marks its log, one measures it, others test the authorization of its UCP
 * surface.
 */
export function addProbes(store: Store): void {
  const { app } = store
  addJobProbes(store)
  addLogProbe(store)
  addProcessorProbe(store)
  // Medusa's routes are typed more narrowly than the application that calls them.
  const handler = mount(ucp, probe) as unknown as RequestHandler
  app.route("/gw-ucp/v1/probe").get(handler).post(handler)
  const path = "/products/feed/probe"
  app.get(`/gw-ucp/v1${path}`, mount(ucp, lookupProbe) as unknown as RequestHandler)
  const operations = catalogLookup.operations as Endpoint[]
  operations.push({ method: "GET", path, operation: lookupProbe })
}
