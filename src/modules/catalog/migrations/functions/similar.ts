/**
 * Words of the catalog that look like one that is none. Two letters that were swapped leave few trigrams alike, so the
 * threshold is low; how many mistakes lie between is for the caller to count.
 */
export const SIMILAR = `
  create or replace function gw_catalog_similar(p_word text) returns setof text
  language sql stable set pg_trgm.similarity_threshold = 0.15 as $$
    select word from gw_catalog_word
     where word % p_word and length(word) between length(p_word) - 2 and length(p_word) + 2
     order by similarity(word, p_word) desc limit 200 $$`
