/**
 * The products of a region by any of their names. It is a function because planning it each time costs more
 * than running it.
 */
export const NAMED = `
  create or replace function gw_catalog_named(p_region text, p_names text[], p_numbers bigint[])
  returns table (
    number bigint, product_id text, tax_included boolean, document text, handle text, categories text[], variants jsonb
  ) language plpgsql stable set plan_cache_mode = force_generic_plan set search_path from current as $$
  #variable_conflict use_column
  begin
    return query
      with named as (
        select p.number from gw_catalog_product p where p.product_id = any(p_names) or p.handle = any(p_names)
        union select p.number from gw_catalog_product p where p.number = any(p_numbers)
        union select v.number from gw_catalog_variant v where v.variant_id = any(p_names) or v.sku = any(p_names)
      )
      select o.number, o.product_id, o.tax_included, o.document, p.handle, p.categories,
             (select coalesce(jsonb_agg(jsonb_build_object('variant_id', v.variant_id, 'sku', v.sku)), '[]')
                from gw_catalog_variant v where v.number = o.number)
        from named n
        join gw_catalog_product p on p.number = n.number
        join gw_catalog_offer o on o.region_id = p_region and o.number = n.number
       where o.is_sold
       order by o.number;
  end $$`
