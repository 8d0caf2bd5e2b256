/** The maximum number of matches that are ranked. Ranking all products with a common word would be too slow. */
const RANKED = 500

/** The filters that all branches share. */
const FILTERS = `
  o.region_id = p_region and o.is_sold
  and (p_min is null or o.max_price >= p_min) and (p_max is null or o.min_price <= p_max)
  and (p_available is null or o.available = p_available)`

/**
 * The products of a region: best matches first if there are words, otherwise newest first. A page starts after
 * the given score and number. It is a function because planning these joins each time costs more than running
 * them. The plan is fixed, because for a common word the planner would scan the table instead of using the
 * index of words.
 */
export const FIND = `
  create or replace function gw_catalog_find(
    p_region text, p_words text[], p_languages regconfig[], p_categories text[],
    p_min bigint, p_max bigint, p_available boolean, p_score integer, p_number bigint, p_limit integer
  ) returns table (number bigint, product_id text, tax_included boolean, document text, score integer)
  language plpgsql stable set plan_cache_mode = force_generic_plan set search_path from current as $$
  #variable_conflict use_column
  declare
    wanted tsquery;
  begin
    if cardinality(p_words) > 0 then
      wanted := gw_catalog_query(p_words, p_languages);
      return query
        with matching as (
          select p.number, p.words from gw_catalog_product p join gw_catalog_offer o on o.number = p.number
           where p.words @@ wanted and ${FILTERS} and (p_categories is null or p.categories && p_categories)
           limit ${RANKED}
        ), ranked as (
          select m.number, (ts_rank(m.words, wanted, 1) * 1000000)::integer as score from matching m
        ), page as (
          select r.number, r.score from ranked r
           where p_score is null or (r.score, r.number) < (p_score, p_number)
           order by r.score desc, r.number desc limit p_limit
        )
        select o.number, o.product_id, o.tax_included, o.document, page.score
          from page join gw_catalog_offer o on o.region_id = p_region and o.number = page.number
         order by page.score desc, page.number desc;
    elsif p_categories is not null then
      return query
        select o.number, o.product_id, o.tax_included, o.document, 0
          from gw_catalog_product p join gw_catalog_offer o on o.number = p.number
         where p.categories && p_categories and ${FILTERS} and (p_number is null or o.number < p_number)
         order by o.number desc limit p_limit;
    else
      return query
        select o.number, o.product_id, o.tax_included, o.document, 0 from gw_catalog_offer o
         where ${FILTERS} and (p_number is null or o.number < p_number)
         order by o.number desc limit p_limit;
    end if;
  end $$`
