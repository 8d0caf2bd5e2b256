import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type GatewayOptions, readOptions } from "../../options"
import { Entries } from "./entries"
import { Feed } from "./feed"
import { Finder } from "./find"
import { type Named, lookUp } from "./lookup"
import { Numbers } from "./numbers"
import { Pushes } from "./pushes"
import { StaleProducts } from "./stale"
import { Sweeps } from "./sweeps"

interface Dependencies {
  __pg_connection__: Knex
}

/** The search index of the store's products: search, feeds and updates. */
export default class CatalogService {
  readonly options: GatewayOptions
  readonly entries: Entries
  readonly finder: Finder
  readonly feed: Feed
  readonly numbers: Numbers
  readonly pushes: Pushes
  readonly stale: StaleProducts
  readonly sweeps: Sweeps
  private readonly knex: Knex

  constructor({ __pg_connection__: knex }: Dependencies, options?: unknown) {
    this.knex = knex
    this.options = readOptions(options)
    const { catalog_languages } = this.options
    this.entries = new Entries(knex, catalog_languages)
    this.finder = new Finder(knex, catalog_languages)
    this.feed = new Feed(knex)
    this.numbers = new Numbers(knex)
    this.pushes = new Pushes(knex)
    this.stale = new StaleProducts(knex)
    this.sweeps = new Sweeps(knex)
  }

  /** The products of a region by any of their names. See `lookUp`. */
  lookUp(region_id: string, names: readonly string[]): Promise<Named[]> {
    return lookUp(this.knex, region_id, names)
  }
}
