import { Client } from "@medusajs/framework/pg"
import { DemoFailure, errorCode, errorLine } from "../failure"
import { createDatabase } from "./create-database"

const NO_SUCH_DATABASE = "3D000"

/**
 * Checks that the database at a URL can be used, and creates it when only the database itself is missing. Throws one
 * sentence with the host and the reason, without the password.
 */
export async function checkDatabase(url: string): Promise<void> {
  const parsed = parseUrl(url)
  try {
    await connectOnce(url)
  } catch (error) {
    if (errorCode(error) !== NO_SUCH_DATABASE) throw unusable(parsed, error)
    await createMissing(parsed)
  }
}

async function createMissing(url: URL) {
  const server = new URL(url)
  server.pathname = "/postgres"
  try {
    await createDatabase(server.href, decodeURIComponent(url.pathname.slice(1)))
  } catch (error) {
    throw unusable(url, error)
  }
}

async function connectOnce(url: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query("select 1")
  } finally {
    await client.end().catch(() => undefined)
  }
}

function parseUrl(url: string): URL {
  try {
    const parsed = new URL(url)
    if (parsed.protocol === "postgres:" || parsed.protocol === "postgresql:") return parsed
  } catch {
    // Reported below, like a URL with another protocol.
  }
  throw new DemoFailure("DATABASE_URL must look like postgres://user:password@host:5432/database.")
}

function unusable(url: URL, error: unknown): DemoFailure {
  const reason = errorLine(error) || errorCode(error) || "no answer"
  return new DemoFailure(
    `The database of DATABASE_URL at ${url.host}${url.pathname} cannot be used: ${reason}.`
  )
}
