/**
 * A product's text as it is found: each word as it is written, and its stem in each of the store's languages. The text
 * comes without accents, so that all of this is the same in every database.
 */
export const WORDS = `
  create or replace function gw_catalog_words(p_a text, p_b text, p_c text, p_languages regconfig[])
  returns tsvector language plpgsql stable as $$
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
 * What is looked for: all of the words, each as it is written or as its stem. Where a word has alternatives, they are
 * separated by a space. The last word may be the beginning of one; then all of its forms are, because of two operands
 * of the same letters the ranking sees one.
 */
export const QUERY = `
  create or replace function gw_catalog_query(p_words text[], p_languages regconfig[])
  returns tsquery language plpgsql stable as $$
  declare
    wanted tsquery;
    either tsquery;
    ending text;
    word text;
    language regconfig;
  begin
    for i in 1 .. cardinality(p_words) loop
      either := null;
      ending := case when i = cardinality(p_words) then ':*' else '' end;
      foreach word in array string_to_array(p_words[i], ' ') loop
        foreach language in array array['simple'::regconfig] || p_languages loop
          either := coalesce(either || to_tsquery(language, word || ending), to_tsquery(language, word || ending));
        end loop;
      end loop;
      wanted := coalesce(wanted && either, either);
    end loop;
    return wanted;
  end $$`
