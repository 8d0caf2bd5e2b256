import { Client } from "@medusajs/framework/pg"
import { errorCode } from "../failure"

/** PostgreSQL's answer to `CREATE DATABASE` of one that is there, also when another session is just making it. */
const EXISTS = ["42P04", "23505"]

/** Creates the database `name` on the server that `url` (any database of it) points to; true when it was not there. */
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
