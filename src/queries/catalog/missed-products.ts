import { AVAILABILITY_DIFFERS, stockWhere } from "./stock"

const ON_SALE = `
  p.status = 'published' and p.deleted_at is null
  and exists (select 1 from product_sales_channel c
               where c.product_id = p.id and c.sales_channel_id = any(:channels) and c.deleted_at is null)`

/** The tolerated clock difference between the store's servers. */
const SINCE = "e.read_at - interval '5 seconds'"

const indexedVariants = `
  gw_catalog_product e
  join product_variant v on v.product_id = e.product_id
  join product_variant_price_set s on s.variant_id = v.id
  join price p on p.price_set_id = s.price_set_id`

/**
 * SQL for the products whose index entries are outdated, one query for each kind of change that may have no
 * event: the event was lost, does not exist, or another system wrote to the database. `:channels` are the sales
 * channels that agents see.
 */
export const MISSED = {
  new: `select p.id from product p
         where ${ON_SALE} and not exists (select 1 from gw_catalog_product e where e.product_id = p.id)`,
  gone: `select e.product_id from gw_catalog_product e
          where not exists (select 1 from product p where p.id = e.product_id and ${ON_SALE})`,
  product_changed: `select p.id from product p join gw_catalog_product e on e.product_id = p.id
                     where p.updated_at > ${SINCE}`,
  variant_changed: `select e.product_id from gw_catalog_product e join product_variant v on v.product_id = e.product_id
                     where greatest(v.updated_at, v.deleted_at) > ${SINCE}`,
  category_changed: `select e.product_id from gw_catalog_product e
                       join product_category_product assigned on assigned.product_id = e.product_id
                       join product_category c on c.id = assigned.product_category_id
                       join product_category above on c.mpath like above.mpath || '%'
                      where greatest(above.updated_at, above.deleted_at) > ${SINCE}`,
  categories_reassigned: `select e.product_id from gw_catalog_product e
                      left join (select product_id, array_agg(product_category_id order by product_category_id) as ids
                                   from product_category_product group by product_id) as assigned
                        on assigned.product_id = e.product_id
                     where e.category_ids is distinct from coalesce(assigned.ids, '{}')`,
  option_changed: `select e.product_id from gw_catalog_product e
                     join product_product_option has on has.product_id = e.product_id
                     join product_option o on o.id = has.product_option_id
                     left join product_option_value v on v.option_id = o.id
                    where greatest(o.updated_at, o.deleted_at, v.updated_at, v.deleted_at) > ${SINCE}`,
  label_changed: `select e.product_id from gw_catalog_product e join product p on p.id = e.product_id
                    left join product_type t on t.id = p.type_id
                    left join product_collection c on c.id = p.collection_id
                    left join product_tags tagged on tagged.product_id = p.id
                    left join product_tag g on g.id = tagged.product_tag_id
                   where greatest(t.updated_at, t.deleted_at, c.updated_at, c.deleted_at, g.updated_at, g.deleted_at)
                         > ${SINCE}`,
  price_changed: `select e.product_id from ${indexedVariants}
                   where greatest(p.updated_at, p.deleted_at, s.updated_at, s.deleted_at) > ${SINCE}`,
  price_list_changed: `select e.product_id from ${indexedVariants} join price_list l on l.id = p.price_list_id
                        where greatest(l.updated_at, l.deleted_at) > ${SINCE}
                           or l.starts_at between e.read_at and now() or l.ends_at between e.read_at and now()`,
  stock_changed: `select e.product_id from gw_catalog_variant indexed
                    join gw_catalog_product e on e.number = indexed.number
                    left join (${stockWhere("true")}) as stock on stock.variant_id = indexed.variant_id
                   where ${AVAILABILITY_DIFFERS}`,
} as const

/** SQL for all products that are sold in one of the `:channels`. */
export const SOLD = `select p.id from product p where ${ON_SALE}`

/** SQL for all products in the index. */
export const INDEXED = "select product_id from gw_catalog_product"
