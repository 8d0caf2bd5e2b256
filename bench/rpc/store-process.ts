import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { startStore } from "../../demo/serve"
import { runAsProcess } from "../../demo/store/run-as-process"

/** The store, and in the same process the peer: a bare route that answers with the same row, behind no gate. */
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
  return store
})
