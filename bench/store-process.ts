import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import express from "express"
import { startStore } from "../demo/serve"
import { runAsProcess } from "../demo/store/run-as-process"

/** The store, with the peers in the same process: bare routes that execute one statement. */
void runAsProcess(async (options) => {
  const store = await startStore(options)
  const knex = store.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)

  store.app.get("/bench/tasks/:id", (req, res, next) => {
    knex("gw_task")
      .where({ id: req.params.id })
      .first()
      .then((row: object | undefined) => (row ? res.json(row) : res.sendStatus(404)))
      .catch(next)
  })

  await knex.raw(
    "create table if not exists bench_insert (id bigint generated always as identity primary key, payload text)"
  )
  store.app.post("/bench/insert", express.text({ type: "*/*" }), (req, res, next) => {
    knex("bench_insert")
      .insert({ payload: JSON.stringify(req.body) })
      .then(() => res.json({ received: true }))
      .catch(next)
  })

  let statements = 0
  knex.on("query", () => void statements++)
  store.app.get("/bench/statements", (_req, res) => void res.json({ statements }))

  store.app.get("/bench/memory", (_req, res) => {
    collectGarbage()
    res.json(process.memoryUsage())
  })
  return store
})

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void
