/**
 * The search vector of a product's text: each word as written, and its stem in each of the store's languages.
 * The text has no accents, so that the result does not depend on the database.
 */
export const WORDS = `
  create or replace function gw_catalog_words(p_a text, p_b text, p_c text, p_languages regconfig[])
  returns tsvector language plpgsql stable set search_path from current as $$
  declare
    words tsvector := '';
    language regconfig;
  begin
    foreach language in array array['simple'::regconfig] || p_languages loop
      words := words || setweight(to_tsvector(language, p_a), 'A')
        || setweight(to_tsvector(language, p_b), 'B') || setweight(to_tsvector(language, p_c), 'C');
    end loop;
    return words;
  end $$`

/**
 * The search query: all words are required, each as written or as its stem. The alternatives of a word are
 * separated by spaces. The last word may be a prefix. Duplicates are removed, because each would be read again.
 */
export const QUERY = `
  create or replace function gw_catalog_query(p_words text[], p_languages regconfig[])
  returns tsquery language plpgsql stable set search_path from current as $$
  declare
    wanted tsquery;
    either tsquery;
    plain tsquery;
    stem tsquery;
    word text;
    language regconfig;
  begin
    for i in 1 .. cardinality(p_words) loop
      either := null;
      foreach word in array string_to_array(p_words[i], ' ') loop
        plain := to_tsquery('simple', word || case when i = cardinality(p_words) then ':*' else '' end);
        either := coalesce(either || plain, plain);
        foreach language in array p_languages loop
          stem := to_tsquery(language, word);
          if not either @> stem then
            either := either || stem;
          end if;
        end loop;
      end loop;
      wanted := coalesce(wanted && either, either);
    end loop;
    return wanted;
  end $$`
