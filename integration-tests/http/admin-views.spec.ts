import { randomUUID } from "node:crypto"
import { afterEach, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { lockTable } from "../support/table-lock"
import { world } from "../support/world"

const ROOT = "/admin/agentic-commerce/views"

interface View {
  id: string
  name: string
  filters: Record<string, string>
  order: string | null
}

const DISPUTED = {
  list: "payments",
  name: "Disputed in EUR",
  filters: { display_status: "disputed", currency: "EUR" },
  order: "-amount",
}

const remove = (path: string) => adminFetch(path, { method: "DELETE" })
const save = (view: object) => adminPost(ROOT, view)
const saved = async (view: object) => ((await (await save(view)).json()) as { view: View }).view
/** Copies the view, under the names View 1 to View `count`. */
const copy = (name: string, count: number) =>
  sql(
    `insert into view_configuration (id, entity, name, user_id, configuration)
     select v.id || '_' || n, entity, 'View ' || n, user_id, configuration
       from view_configuration v, generate_series(1, $2::int) n where v.name = $1`,
    [name, count]
  )
const times = <T>(count: number, act: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, number) => act(number)))
const viewsOf = async (list: string) => (await adminGet<{ views: View[] }>(`${ROOT}?list=${list}`)).views

describe("the saved views of a list", () => {
  afterEach(() => sql("delete from view_configuration where entity like 'agentic_commerce_%'"))

  it("require a staff login [ADM-93]", async () => {
    expect((await fetch(`${world().base_url}${ROOT}?list=payments`)).status).toBe(401)
  })

  it("are those of the list and the member of the staff, by name [ADM-93]", async () => {
    const { list, ...shown } = DISPUTED
    const disputed = await saved(DISPUTED)
    expect(disputed).toEqual({ ...shown, id: expect.any(String) as string })
    await saved({ list: "tasks", name: "Open", filters: { state: "working" }, order: null })
    const all = await saved({ list, name: "All of agents", filters: { requested_by: "agent" }, order: null })
    expect(await viewsOf(list)).toEqual([all, disputed])
    await sql("update view_configuration set user_id = 'user_other' where id = $1", [disputed.id])
    expect(await viewsOf(list)).toEqual([all])
    expect((await remove(`${ROOT}/${disputed.id}`)).status).toBe(404)
    expect(await sql("select id from view_configuration where id = $1", [disputed.id])).toHaveLength(1)
  })

  it.each([
    ["approvals", { status: "approved", kind: "refund", created_from: "2026-03-01" }, "-decided_at"],
    ["webhooks", { q: "example", status: "failing" }, "url"],
    ["tasks", { q: "1042", state: "failed" }, "-created_at"],
    ["audit", { q: "late delivery" }, "at"],
  ])("keep the filters and the sorting of %s [ADM-93]", async (list, filters, order) => {
    const view = await saved({ list, name: "Mine", filters, order })
    expect(view).toMatchObject({ filters, order })
    expect(await viewsOf(list)).toEqual([view])
    expect((await save({ list, name: "Wrong", filters, order: "status" })).status).toBe(400)
    expect((await save({ list, name: "Wrong", filters: { flavor: "x" }, order })).status).toBe(400)
  })

  it("are replaced under the same name, and deleted [ADM-93]", async () => {
    const { id } = await saved(DISPUTED)
    const changed = await saved({ ...DISPUTED, filters: { q: "17" }, order: null })
    expect(changed).toEqual({ id, name: DISPUTED.name, filters: { q: "17" }, order: null })
    expect(await viewsOf("payments")).toEqual([changed])
    expect((await remove(`${ROOT}/${id}`)).status).toBe(200)
    expect(await viewsOf("payments")).toEqual([])
    expect((await remove(`${ROOT}/${id}`)).status).toBe(404)
  })

  it("do not include the views of Medusa's own tables [ADM-93]", async () => {
    const id = `vconf_${randomUUID()}`
    await sql(
      `insert into view_configuration (id, entity, name, user_id, configuration)
       select $1, 'orders', 'Orders', id, '{"visible_columns": [], "column_order": []}' from "user" limit 1`,
      [id]
    )
    expect((await remove(`${ROOT}/${id}`)).status).toBe(404)
    expect(await sql("delete from view_configuration where id = $1 returning id", [id])).toEqual([{ id }])
  })

  it.each([
    ["an unknown list", { list: "orders" }],
    ["a filter of another list", { filters: { skill: "create_payment" } }],
    ["an empty filter", { filters: { q: "" } }],
    ["another field to sort by", { order: "status" }],
    ["no name", { name: " " }],
    ["a name of 61 characters", { name: "n".repeat(61) }],
  ])("are not saved with %s [ADM-93]", async (_, wrong) => {
    expect((await save({ ...DISPUTED, ...wrong })).status).toBe(400)
    expect(await viewsOf("payments")).toEqual([])
  })

  it("are thirty at most, of which one can still be replaced [ADM-93]", async () => {
    await saved(DISPUTED)
    await copy(DISPUTED.name, 29)
    const refused = await save({ ...DISPUTED, name: "One more" })
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { message: string }).message).toMatch(/30 views .* Delete one first\.$/)
    expect((await save(DISPUTED)).status).toBe(200)
    expect(await viewsOf("payments")).toHaveLength(30)
  })

  it("are one for each name when twenty requests save it at once [ADM-93]", async () => {
    const views = await times(20, () => saved(DISPUTED))
    expect(new Set(views.map(({ id }) => id)).size).toBe(1)
    expect(await viewsOf("payments")).toEqual([views[0]])
  })

  it("are thirty at most when ten requests save others at once [ADM-93]", async () => {
    await saved(DISPUTED)
    await copy(DISPUTED.name, 28)
    const statuses = await times(
      10,
      async (number) => (await save({ ...DISPUTED, name: `N${number}` })).status
    )
    expect(statuses.sort()).toEqual([200, ...Array<number>(9).fill(400)])
    expect(await viewsOf("payments")).toHaveLength(30)
  })

  it("are replaced even where there are more than thirty [ADM-93]", async () => {
    await saved(DISPUTED)
    await copy(DISPUTED.name, 34)
    expect((await save({ ...DISPUTED, name: "View 9" })).status).toBe(200)
    expect((await save({ ...DISPUTED, name: "View 35" })).status).toBe(400)
  })

  it("are created again when they are deleted while they are replaced [ADM-93]", async () => {
    const { id } = await saved(DISPUTED)
    // Statements that wait for a table use it in the order in which they came: the deletion follows the first read.
    const lock = await lockTable("view_configuration", "access exclusive")
    const replacing = saved(DISPUTED)
    await lock.stopped()
    const deleting = sql(`do $$ begin
      lock table view_configuration in access exclusive mode;
      delete from view_configuration where entity like 'agentic_commerce_%';
    end $$`)
    await lock.stopped(2).finally(lock.release)
    await deleting
    const view = await replacing
    expect(view.id).not.toBe(id)
    expect(await viewsOf("payments")).toEqual([view])
  })
})
