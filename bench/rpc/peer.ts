import type { AddressInfo } from "node:net"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import express from "express"

/** The peer: what reading one row costs at least, with the same driver and the same kind of pool, and nothing before it. */
const knex = ModulesSdkUtils.createPgConnection({ clientUrl: process.env.DATABASE_URL ?? "" })
const app = express()

app.get("/tasks/:id", (req, res, next) => {
  knex("gw_task")
    .where({ id: req.params.id })
    .first()
    .then((row) => (row ? res.json(row) : res.sendStatus(404)))
    .catch(next)
})

const server = app.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  console.log(`peer ready ${JSON.stringify({ url: `http://127.0.0.1:${port}` })}`)
})

// The IPC channel closes when the bench is gone, however it went.
for (const reason of ["SIGTERM", "disconnect"]) process.on(reason, () => process.exit(0))
