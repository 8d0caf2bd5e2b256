import { AVAILABILITY_DIFFERS, stockWhere } from "./stock"

/**
 * SQL for the products whose index entries depend on the records with these `:ids`, by kind of record. Stock is that of the
 * sales channels `:channels`.
 */
export const PRODUCTS_OF = {
  product: "select unnest(:ids::text[])",
  variant: "select product_id from product_variant where id = any(:ids)",
  option: "select product_id from product_product_option where product_option_id = any(:ids)",
  option_value: `
    select has.product_id from product_product_option has
      join product_option_value v on v.option_id = has.product_option_id
     where v.id = any(:ids)`,
  collection: "select id from product where collection_id = any(:ids)",
  type: "select id from product where type_id = any(:ids)",
  tag: "select product_id from product_tags where product_tag_id = any(:ids)",
  category: `
    select assigned.product_id from product_category_product assigned
      join product_category c on c.id = assigned.product_category_id
      join product_category above on above.id = any(:ids)
       and (c.id = above.id or '.' || c.mpath || '.' like '%.' || above.id || '.%')`,
  price: pricedBy("p.id = any(:ids)"),
  price_list: pricedBy("p.price_list_id = any(:ids)"),
  price_set: pricedBy("p.price_set_id = any(:ids)"),
  inventory_item: stockedBy("i.inventory_item_id = any(:ids)"),
  inventory_level: stockedBy(
    "i.inventory_item_id in (select inventory_item_id from inventory_level where id = any(:ids))"
  ),
  reservation: stockedBy(
    "i.inventory_item_id in (select inventory_item_id from reservation_item where id = any(:ids))"
  ),
  region: "select product_id from gw_catalog_product where cardinality(:ids::text[]) > 0",
} as const

export type PartOfProducts = keyof typeof PRODUCTS_OF

/** The products of variants with one of these prices. */
function pricedBy(which: string): string {
  return `
    select v.product_id from price p
      join product_variant_price_set s on s.price_set_id = p.price_set_id
      join product_variant v on v.id = s.variant_id
     where ${which}`
}

/**
 * The products in the index whose availability has changed, of variants with one of these inventory items. An entry that is
 * being written may have read the stock before the change, so products that wait to be indexed are among them. A product
 * that is neither is not on sale for agents, whatever its stock.
 */
function stockedBy(which: string): string {
  return `
    select v.product_id from product_variant_inventory_item i
      join product_variant v on v.id = i.variant_id
      left join gw_catalog_product e on e.product_id = v.product_id
      left join gw_catalog_variant indexed on indexed.variant_id = v.id
      left join (${stockWhere(`i.variant_id in (select variant_id from product_variant_inventory_item i where ${which})`)})
             as stock on stock.variant_id = v.id
     where ${which}
       and ((e.product_id is not null and ${AVAILABILITY_DIFFERS})
            or exists (select 1 from gw_catalog_stale waiting where waiting.product_id = v.product_id))`
}
