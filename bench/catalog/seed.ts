import { sql } from "../../integration-tests/support/database"
import { world } from "../../integration-tests/support/world"
import { textsOf } from "./texts"

const CATEGORIES = `
  insert into product_category (id, name, handle, mpath, is_active, rank)
  select 'pcat_bench_' || n, 'Department ' || n, 'department-' || n, 'pcat_bench_' || n, true, n
  from generate_series(0, 19) n`

const PRODUCTS = `
  insert into product (id, handle, title, subtitle, description, status, thumbnail)
  select 'prod_bench_' || n, 'bench-' || n, title, subtitle, description, 'published',
         'https://cdn.example/products/' || n || '.jpg'
  from jsonb_to_recordset($1::jsonb) as t (n integer, title text, subtitle text, description text)`

/** The further rows of the products from $1 to $2; each product has two sizes. */
const REST = {
  image: `
    insert into image (id, url, product_id)
    select 'img_bench_' || n, 'https://cdn.example/products/' || n || '.jpg', 'prod_bench_' || n
    from generate_series($1::integer, $2::integer) n`,
  product_category_product: `
    insert into product_category_product (product_id, product_category_id)
    select 'prod_bench_' || n, 'pcat_bench_' || n % 20 from generate_series($1::integer, $2::integer) n`,
  product_option: `
    insert into product_option (id, title, is_exclusive)
    select 'opt_bench_' || n, 'Size', true from generate_series($1::integer, $2::integer) n`,
  product_option_value: `
    insert into product_option_value (id, value, option_id, rank)
    select 'optval_bench_' || n || '_' || size, size, 'opt_bench_' || n, rank
    from generate_series($1::integer, $2::integer) n, (values ('S', 0), ('L', 1)) sizes (size, rank)`,
  product_product_option: `
    insert into product_product_option (id, product_id, product_option_id)
    select 'prodopt_bench_' || n, 'prod_bench_' || n, 'opt_bench_' || n
    from generate_series($1::integer, $2::integer) n`,
  product_product_option_value: `
    insert into product_product_option_value (id, product_product_option_id, product_option_value_id)
    select 'prodoptval_bench_' || n || '_' || size, 'prodopt_bench_' || n, 'optval_bench_' || n || '_' || size
    from generate_series($1::integer, $2::integer) n, unnest('{S,L}'::text[]) size`,
  product_variant: `
    insert into product_variant (id, title, sku, manage_inventory, variant_rank, product_id)
    select 'variant_bench_' || n || '_' || size, size, 'BENCH-' || n || '-' || size, true, rank, 'prod_bench_' || n
    from generate_series($1::integer, $2::integer) n, (values ('S', 0), ('L', 1)) sizes (size, rank)`,
  product_variant_option: `
    insert into product_variant_option (variant_id, option_value_id)
    select 'variant_bench_' || n || '_' || size, 'optval_bench_' || n || '_' || size
    from generate_series($1::integer, $2::integer) n, unnest('{S,L}'::text[]) size`,
  price_set: `
    insert into price_set (id)
    select 'pset_bench_' || n || '_' || size
    from generate_series($1::integer, $2::integer) n, unnest('{S,L}'::text[]) size`,
  product_variant_price_set: `
    insert into product_variant_price_set (id, variant_id, price_set_id)
    select 'pvps_bench_' || n || '_' || size, 'variant_bench_' || n || '_' || size, 'pset_bench_' || n || '_' || size
    from generate_series($1::integer, $2::integer) n, unnest('{S,L}'::text[]) size`,
  price: `
    insert into price (id, price_set_id, currency_code, amount, raw_amount)
    select 'price_bench_' || n || '_' || size || code, 'pset_bench_' || n || '_' || size, code, amount,
           jsonb_build_object('value', amount::text, 'precision', 20)
    from generate_series($1::integer, $2::integer) n, unnest('{S,L}'::text[]) size,
         (values ('eur', 1), ('ron', 5)) currencies (code, factor), lateral (select (5 + n % 200) * factor) a (amount)`,
  inventory_item: `
    insert into inventory_item (id, sku)
    select 'iitem_bench_' || n || '_' || size, 'BENCH-' || n || '-' || size
    from generate_series($1::integer, $2::integer) n, unnest('{S,L}'::text[]) size`,
  product_variant_inventory_item: `
    insert into product_variant_inventory_item (id, variant_id, inventory_item_id)
    select 'pvitem_bench_' || n || '_' || size, 'variant_bench_' || n || '_' || size, 'iitem_bench_' || n || '_' || size
    from generate_series($1::integer, $2::integer) n, unnest('{S,L}'::text[]) size`,
  inventory_level: `
    insert into inventory_level (id, inventory_item_id, location_id, stocked_quantity, raw_stocked_quantity)
    select 'ilev_bench_' || n || '_' || size, 'iitem_bench_' || n || '_' || size,
           (select id from stock_location limit 1), n % 10, jsonb_build_object('value', (n % 10)::text, 'precision', 20)
    from generate_series($1::integer, $2::integer) n, unnest('{S,L}'::text[]) size`,
} as const

const IN_CHANNEL = `
  insert into product_sales_channel (id, product_id, sales_channel_id)
  select 'prodsc_bench_' || n, 'prod_bench_' || n, $3 from generate_series($1::integer, $2::integer) n`

/** How many products are inserted per statement. */
const AT_A_TIME = 10_000

/** Inserts the categories of the products. */
export async function seedCategories(): Promise<void> {
  await sql(CATEGORIES)
}

/**
 * Inserts products `prod_bench_<first>` to `prod_bench_<last>` into Medusa's own tables, in stock and with prices in
 * both currencies.
 */
export async function seedProducts(first: number, last: number): Promise<void> {
  for (let n = first; n <= last; n += AT_A_TIME) {
    const numbers = Array.from({ length: Math.min(AT_A_TIME, last - n + 1) }, (_, index) => n + index)
    await sql(PRODUCTS, [JSON.stringify(numbers.map((n) => ({ n, ...textsOf(n) })))])
  }
  for (const statement of Object.values(REST)) await sql(statement, [first, last])
  await sql(IN_CHANNEL, [first, last, world().shop.sales_channel_id])
  for (const table of ["product", "product_sales_channel", ...Object.keys(REST)])
    await sql(`vacuum analyze ${table}`)
}
