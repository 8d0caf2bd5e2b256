import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DemoFailure, errorLine } from "../failure"
import { giveToServer, serverAccount } from "./account"
import { program, SERVER_ENV } from "./binaries"

/** The database superuser of a cluster made here. */
export const SUPERUSER = "medusa"

/** A data folder that PostgreSQL can start on, and the password of its superuser. */
export interface Cluster {
  data: string
  password: string
  fresh: boolean
}

/** The cluster in `home`, created on first use. An interrupted creation does not break a later one. */
export function openCluster(home: string, native: string): Cluster {
  const data = join(home, "data")
  const secret = join(home, "password")
  const fresh = !existsSync(join(data, "PG_VERSION"))
  if (fresh) createCluster(home, native, data, secret)
  return { data, password: readFileSync(secret, "utf8").trim(), fresh }
}

function createCluster(home: string, native: string, data: string, secret: string) {
  const draft = join(home, "data.new")
  rmSync(draft, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  giveToServer(draft)
  writeFileSync(secret, `${randomBytes(16).toString("hex")}\n`, { mode: 0o600 })
  giveToServer(secret)
  runInitdb(native, draft, secret)
  renameSync(draft, data)
}

function runInitdb(native: string, folder: string, secret: string) {
  const login = ["-U", SUPERUSER, "-A", "scram-sha-256", "--pwfile", secret]
  const args = ["-D", folder, ...login, "-E", "UTF8", "--locale=C", "--no-sync"]
  const run = spawnSync(program(native, "initdb"), args, { ...serverAccount(), env: SERVER_ENV, cwd: folder })
  if (run.error) throw new DemoFailure(`PostgreSQL's initdb did not start: ${errorLine(run.error)}.`)
  if (run.status !== 0) throw new DemoFailure(`PostgreSQL's initdb failed: ${run.stderr.toString().trim()}`)
}
