import type { AddressInfo } from "node:net"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import express from "express"

/** The peer: the same request answered by nothing but a body parser and the read, with the same driver and pool. */
const knex = ModulesSdkUtils.createPgConnection({ clientUrl: process.env.DATABASE_URL ?? "" })
const app = express()

app.post("/gw-a2a/v1/rpc", express.json(), (req, res, next) => {
  const { id, params } = req.body as { id: number; params: { task_id: string } }
  knex("gw_task")
    .where({ id: params.task_id })
    .first()
    .then((row) => (row ? res.json({ jsonrpc: "2.0", id, result: row }) : res.sendStatus(404)))
    .catch(next)
})

const server = app.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  console.log(`peer ready ${JSON.stringify({ url: `http://127.0.0.1:${port}` })}`)
})

// The IPC channel closes when the bench is gone, however it went.
for (const reason of ["SIGTERM", "disconnect"]) process.on(reason, () => process.exit(0))
