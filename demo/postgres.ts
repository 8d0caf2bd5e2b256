import { join } from "node:path"
import { runnableBinaries } from "./database/binaries"
import { openCluster, SUPERUSER } from "./database/cluster"
import { copyFolder } from "./database/copy-folder"
import { clusterHome, openHome, removeHome } from "./database/home"
import { releaseDataFolder } from "./database/orphan"
import { startServer, stopServer } from "./database/server"
import { freePort } from "./ports"

export { createDatabase } from "./database/create-database"

/** The folder and port of the cluster; without a port a free one is used. */
export interface PostgresOptions {
  dir: string
  port?: number
  /** For tests: no durability, faster commits. */
  disposable?: boolean
  log?: (line: string) => void
}

/** A running embedded PostgreSQL. */
export interface Postgres {
  /** The connection URL of one database on it. */
  url(database: string): string
  /** Whether this start created the cluster. */
  fresh: boolean
  /** The server's process, and the folder it runs in. */
  pid: number
  home: string
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that npm installed, on loopback, with its data in `dir` (or below the system's temporary
 * folder when PostgreSQL's account cannot enter `dir`). A server that a crashed process left running is stopped
 * first.
 */
export async function startPostgres({ dir, port, disposable, log }: PostgresOptions): Promise<Postgres> {
  const home = openHome(dir)
  log?.(`its data is in ${home}`)
  const native = runnableBinaries(home)
  await releaseDataFolder(join(home, "data"))
  const { data, password, fresh } = openCluster(home, native)
  const chosen = port ?? (await freePort())
  const server = await startServer({ native, data, port: chosen, disposable })
  return {
    url: (database) =>
      `postgres://${SUPERUSER}:${password}@127.0.0.1:${chosen}/${encodeURIComponent(database)}`,
    fresh,
    pid: server.pid ?? 0,
    home,
    stop: () => stopServer(server),
  }
}

/** Copies the stopped cluster of `dir`, with its password, into a plain folder that no server runs on. */
export function savePostgres(dir: string, folder: string): void {
  copyFolder(clusterHome(dir), folder)
}

/** Restores a saved cluster to `dir`, with the same databases and password. */
export function restorePostgres(folder: string, dir: string): void {
  copyFolder(folder, openHome(dir))
}

/**
 * Stops a server that a crashed process left running on `dir`, and removes the cluster. Refuses while another process
 * uses it.
 */
export async function removePostgres(dir: string): Promise<void> {
  await releaseDataFolder(join(clusterHome(dir), "data"))
  removeHome(dir)
}
