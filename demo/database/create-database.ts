import { Client } from "@medusajs/framework/pg"
import { errorCode } from "../failure"

/** PostgreSQL's error codes when the database exists, or another session is creating it. */
const EXISTS = ["42P04", "23505"]

/** Creates the database `name` on the server at `url` (any database of it). Returns whether it did not exist before. */
export async function createDatabase(url: string, name: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    return true
  } catch (error) {
    if (EXISTS.includes(errorCode(error))) return false
    throw error
  } finally {
    await client.end()
  }
}
