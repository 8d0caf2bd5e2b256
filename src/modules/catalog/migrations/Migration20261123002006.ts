import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { FIND } from "./functions/find"
import { NAMED } from "./functions/named"
import { SIMILAR } from "./functions/similar"
import { QUERY, WORDS } from "./functions/words"
import { OFFERS, STALE } from "./tables/offer"
import { PRODUCTS, WORD_LIST } from "./tables/product"
import { PUSHES } from "./tables/push"

const TABLES = [...PRODUCTS, ...WORD_LIST, ...OFFERS, ...STALE, ...PUSHES]

const FUNCTIONS = [WORDS, QUERY, FIND, NAMED, SIMILAR]

/** Creates the tables and functions of the catalog. */
export class Migration20261123002006 extends Migration {
  override async up(): Promise<void> {
    for (const statement of [...TABLES, ...FUNCTIONS]) this.addSql(statement)
  }

  override async down(): Promise<void> {
    for (const name of ["push", "sweep", "stale", "word", "offer", "variant", "product"])
      this.addSql(`drop table if exists gw_catalog_${name}`)
    this.addSql(`drop table if exists gw_product_number`)
    this.addSql(
      `drop function if exists gw_catalog_words, gw_catalog_query, gw_catalog_find, gw_catalog_named,
       gw_catalog_similar`
    )
    this.addSql(`drop sequence if exists gw_catalog_revision`)
  }
}
