import { Client } from "@medusajs/framework/pg"
import { NotChecked, type CheckContext } from "../check-context"

/** The address of the store's database. */
export interface DatabaseAddress {
  readonly url: string | undefined
  readonly ssl: unknown
}

const CONNECT_MS = 5_000
const STATEMENT_MS = 10_000

/** One read-only connection, opened by the first query. */
export class Database {
  private connection: Promise<Client> | undefined
  /** Queries run one after another on the connection, although the checks run in parallel. */
  private previous: Promise<unknown> = Promise.resolve()

  constructor(private readonly address: DatabaseAddress) {}

  query: CheckContext["query"] = async <Row extends object>(text: string, values: unknown[] = []) => {
    const { url } = this.address
    if (!url) throw new NotChecked("medusa-config names no databaseUrl")
    this.connection ??= connect(url, this.address.ssl)
    const client = await this.connection.catch((error: Error) => {
      throw new NotChecked(`the database does not answer (${error.message || error.name})`)
    })
    const answer = this.previous.then(() => client.query<Row>(text, values))
    this.previous = answer.catch(() => undefined)
    return (await answer).rows
  }

  async end(): Promise<void> {
    await this.connection?.then((client) => client.end()).catch(() => undefined)
  }
}

async function connect(connectionString: string, ssl: unknown): Promise<Client> {
  const client = new Client({
    connectionString,
    ...(ssl !== undefined && { ssl: ssl as boolean }),
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
  })
  // A connection that is lost later rejects the pending query; without this handler it would end the process.
  client.on("error", () => undefined)
  await client.connect()
  await client.query("set default_transaction_read_only = on")
  return client
}
