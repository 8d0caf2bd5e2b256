import type { ChildProcess } from "node:child_process"
import { join } from "node:path"
import { runnableBinaries } from "./database/binaries"
import { openCluster, SUPERUSER } from "./database/cluster"
import { copyFolder } from "./database/copy-folder"
import { clusterHome, openHome, removeHome } from "./database/home"
import { releaseDataFolder } from "./database/orphan"
import { PortTaken, startServer, stopServer, type ServerOptions } from "./database/server"
import { freePort } from "./ports"

export { createDatabase } from "./database/create-database"

export interface PostgresOptions {
  /** The folder of the cluster. */
  dir: string
  /** Chooses the port; called again when another program takes the port before PostgreSQL listens on it. */
  choosePort?: () => Promise<number>
  /** For tests: no durability, faster commits. */
  disposable?: boolean
  log?: (line: string) => void
}

/** A running embedded PostgreSQL. */
export interface Postgres {
  /** The connection URL of one database on it. */
  url(database: string): string
  /**
   * The connection URL for the Unix socket of a disposable server. A store that uses it needs up to a tenth less CPU time.
   * The same as `url` where the socket's path would be too long, and for other servers.
   */
  socketUrl(database: string): string
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
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dir, choosePort = freePort, disposable, log } = options
  const home = openHome(dir)
  log?.(`its data is in ${home}`)
  const native = runnableBinaries(home)
  await releaseDataFolder(join(home, "data"))
  const { data, password, fresh } = openCluster(home, native)
  const socket = disposable && isSocketFolder(data) ? data : undefined
  const { server, port } = await startOnPort(choosePort, { native, data, disposable, socket })
  const urlAt = (host: string) => (database: string) =>
    `postgres://${SUPERUSER}:${password}@${host}:${port}/${encodeURIComponent(database)}`
  return {
    url: urlAt("127.0.0.1"),
    socketUrl: urlAt(socket ? encodeURIComponent(socket) : "127.0.0.1"),
    fresh,
    pid: server.pid ?? 0,
    home,
    stop: () => stopServer(server),
  }
}

const PORT_ATTEMPTS = 5

async function startOnPort(
  choosePort: () => Promise<number>,
  options: Omit<ServerOptions, "port">,
  attempt = 1
): Promise<{ server: ChildProcess; port: number }> {
  const port = await choosePort()
  try {
    return { server: await startServer({ ...options, port }), port }
  } catch (error) {
    if (!(error instanceof PortTaken) || attempt === PORT_ATTEMPTS) throw error
    return startOnPort(choosePort, options, attempt + 1)
  }
}

/** The bytes that macOS allows for the path of a socket; Linux allows 107. */
const LONGEST_SOCKET_PATH = 103

/** Whether PostgreSQL can create its socket in the folder; its setting separates folders by commas. */
function isSocketFolder(folder: string): boolean {
  const isShort = join(folder, ".s.PGSQL.65535").length <= LONGEST_SOCKET_PATH
  return process.platform !== "win32" && isShort && /^[\w./-]+$/.test(folder)
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
