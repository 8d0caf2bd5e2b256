/**
 * Words of the catalog similar to an unknown word. The threshold is low, because two swapped letters leave few
 * trigrams in common. The caller counts the mistakes.
 */
export const SIMILAR = `
  create or replace function gw_catalog_similar(p_word text) returns setof text
  language sql stable set pg_trgm.similarity_threshold = 0.15 set search_path from current as $$
    select word from gw_catalog_word
     where word % p_word and length(word) between length(p_word) - 2 and length(p_word) + 2
     order by similarity(word, p_word) desc limit 200 $$`
